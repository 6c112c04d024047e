import { inOrder, statusOf } from '../all-sessions/session-status.ts';
import { Icon } from '../parts/icon.tsx';
import { goToSession, goToSessions, route } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { workspace } from '../state/workspace.ts';

// More are shown in the view of all.
const MAX_LISTED = 6;

export function SessionsGroup() {
  const live = useStore(workspace, (value) => value.live);
  const place = useStore(route, (value) => value.place);
  const open = live.filter(({ hasBrowser }) => hasBrowser);
  const outside = inOrder(open.filter(({ agent }) => agent === undefined));
  const waiting = live.filter((session) => statusOf(session).state === 'waiting').length;
  return (
    <section className="group" aria-label="Sessions">
      <ul>
        <li className="row">
          <button
            type="button"
            className="item"
            data-row
            aria-current={place.kind === 'sessions' ? 'page' : undefined}
            onClick={goToSessions}
          >
            <Icon name="grid" />
            <span className="label">All sessions</span>
            {waiting > 0 && <span className="badge">{waiting} waiting</span>}
            {open.length > 0 && (
              <span className="muted number" aria-hidden="true">
                {open.length}
              </span>
            )}
          </button>
        </li>
        {outside.slice(0, MAX_LISTED).map((session) => {
          const { state, words } = statusOf(session);
          const isCurrent = place.kind === 'session' && place.agent === '' && place.session === session.id;
          return (
            <li key={session.id} className="row">
              <button
                type="button"
                className="item"
                data-row
                aria-current={isCurrent ? 'page' : undefined}
                onClick={() => goToSession('', session.id)}
              >
                <span className="run-dot" data-state={state} role="img" aria-label={words} title={words} />
                <span className="label">{session.name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
