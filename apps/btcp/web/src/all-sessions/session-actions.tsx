import type { ListedSession } from '../../../src/contract/types.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { confirmed } from '../state/confirmation.ts';
import { attempt } from '../state/notices.ts';
import { sharing } from '../state/sharing.ts';
import { useStore } from '../state/store.ts';
import { closeLive, workspace } from '../state/workspace.ts';

export function SessionActions({ agent, id, onRename }: { agent: string; id: string; onRename?(): void }) {
  const session = useStore(workspace, ({ live }) => live.find((each) => each.id === id));
  if (!session?.hasBrowser || (session.agent ?? '') !== agent) return null;
  return (
    <span className="session-actions">
      {onRename && <IconButton icon="pencil" label={`Rename ${session.name}`} onClick={onRename} />}
      <IconButton icon="link" label={`Share ${session.name}`} onClick={() => sharing.update({ session })} />
      <IconButton
        icon="power"
        label={`Close the browser of ${session.name}`}
        onClick={() => attempt(() => close(session))}
      />
    </span>
  );
}

async function close(session: ListedSession): Promise<void> {
  const text = `“${session.name}” will lose its open pages and its temporary profile. The agent can open another browser.`;
  if (await confirmed({ title: 'Close the browser?', text, action: 'Close browser' })) await closeLive(session);
}
