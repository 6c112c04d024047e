import { useEffect, useRef } from 'react';
import type { OpenSession } from '../state/open-session.ts';
import { useStore } from '../state/store.ts';
import { Composer } from './composer.tsx';
import { MessageView } from './message-view.tsx';
import { RunBar } from './run-bar.tsx';
import { Suggestions } from './suggestions.tsx';

export function Conversation({ session }: { session: OpenSession }) {
  const { messages, unsent, session: known } = useStore(session.store, (value) => value);
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new may have moved the end.
  useEffect(() => {
    if (follows.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, unsent, known?.run]);
  const isEmpty = messages.length === 0 && unsent.length === 0;
  return (
    <>
      <div
        ref={log}
        className="log"
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < 48;
        }}
      >
        {!known && <Skeleton />}
        {known && isEmpty && <Suggestions session={session} />}
        {messages.map((message) => (
          <MessageView key={message.id} message={message} />
        ))}
        {unsent.map((text) => (
          <div key={text} className="message user unsent">
            <p>{text}</p>
          </div>
        ))}
      </div>
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
