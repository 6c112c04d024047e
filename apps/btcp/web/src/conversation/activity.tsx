import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { MessageLog } from './message-log.tsx';
import { RunBar } from './run-bar.tsx';

export function Activity({ session }: { session: OpenSession }) {
  const messages = useStore(session.store, (value) => value.messages);
  const isKnown = useStore(session.store, (value) => value.session !== null);
  return (
    <>
      <MessageLog label="Activity" className="log activity" messages={messages}>
        {isKnown && messages.length === 0 && (
          <div className="empty">
            <h2>No calls yet</h2>
            <p className="muted">Each call of the agent is listed here as it happens.</p>
          </div>
        )}
      </MessageLog>
      <div className="bottom">
        <RunBar session={session} />
      </div>
    </>
  );
}
