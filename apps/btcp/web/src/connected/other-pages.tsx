import { goToPage } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

export function OtherPages() {
  const connected = useStore(workspace, (value) => value.connected);
  return (
    connected.length > 0 && (
      <ul>
        {connected.map(({ session, title, url }) => (
          <li key={session}>
            <button type="button" onClick={() => goToPage(session)}>
              {title || url || 'Untitled page'}
            </button>
          </li>
        ))}
      </ul>
    )
  );
}
