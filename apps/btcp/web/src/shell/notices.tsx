import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { dismiss, notices } from '../state/notices.ts';
import { useStore } from '../state/store.ts';

export function Notices() {
  const list = useStore(notices, (value) => value.list);
  return (
    <div className="notices" role="alert">
      {list.map(({ id, text, hint }) => (
        <div key={id} className="notice">
          <Icon name="warning" />
          <p>
            {text} {hint && <span className="muted">{hint}</span>}
          </p>
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
