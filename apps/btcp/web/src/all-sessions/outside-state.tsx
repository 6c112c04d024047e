import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';
import { statusOf } from './session-status.ts';

export function OutsideState({ id }: { id: string }) {
  const session = useStore(workspace, ({ live }) => live.find((each) => each.id === id));
  if (!session) return null;
  const { state, words } = statusOf(session);
  return (
    <span className="status-pill" data-state={state} role="status">
      <span className="run-dot" data-state={state} />
      {words}
    </span>
  );
}
