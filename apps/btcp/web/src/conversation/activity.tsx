import { useEffect, useRef } from 'react';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { MessageView } from './message-view.tsx';
import { RunBar } from './run-bar.tsx';

/** What an agent elsewhere does in its browser, call by call. */
export function Activity({ session }: { session: OpenSession }) {
  const messages = useStore(session.store, (value) => value.messages);
  const isKnown = useStore(session.store, (value) => value.session !== null);
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new may have moved the end.
  useEffect(() => {
    if (follows.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [messages]);
  return (
    <>
      <div
        ref={log}
        className="log activity"
        role="log"
        aria-label="Activity"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < 48;
        }}
      >
        {isKnown && messages.length === 0 && (
          <div className="empty">
            <h2>No calls yet</h2>
            <p className="muted">Each call of the agent is listed here as it happens.</p>
          </div>
        )}
        {messages.map((message) => (
          <MessageView key={message.id} message={message} />
        ))}
      </div>
      <div className="bottom">
        <RunBar session={session} />
      </div>
    </>
  );
}
