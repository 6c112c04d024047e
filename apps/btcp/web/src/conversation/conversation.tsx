import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { Composer } from './composer.tsx';
import { MessageLog } from './message-log.tsx';
import { RunBar } from './run-bar.tsx';
import { Suggestions } from './suggestions.tsx';

export function Conversation({ session }: { session: OpenSession }) {
  const { messages, unsent, session: known } = useStore(session.store, (value) => value);
  const isEmpty = messages.length === 0 && unsent.length === 0;
  return (
    <>
      <MessageLog label="Conversation" className="log" messages={messages}>
        {!known && <Skeleton />}
        {known && isEmpty && <Suggestions session={session} />}
        {unsent.map((text) => (
          <div key={text} className="message user unsent">
            <p>{text}</p>
          </div>
        ))}
      </MessageLog>
      <div className="bottom">
        <RunBar session={session} />
        <Composer session={session} />
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label="Loading the conversation">
      <div className="skeleton short" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}
