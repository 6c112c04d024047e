import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '../../../src/contract/types.ts';
import { MessageView } from './message-view.tsx';

// How far from the end, in pixels, a person still reads at the end.
const END_PIXELS = 48;
// How far from the top, in pixels, earlier messages are added.
const TOP_PIXELS = 600;
const MAX_SHOWN_FIRST = 40;
const MAX_ADDED = 100;

interface MessageLogProps {
  label: string;
  className: string;
  messages: readonly Message[];
  children: ReactNode;
}

/** A log that stays at its end while a person reads there, and adds earlier messages when the person scrolls up. */
export function MessageLog({ label, className, messages, children }: MessageLogProps) {
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const distanceToEnd = useRef<number | null>(null);
  // Null while nobody has scrolled: only the end is shown then.
  const [start, setStart] = useState<number | null>(null);
  const first = Math.min(start ?? Number.POSITIVE_INFINITY, Math.max(0, messages.length - MAX_SHOWN_FIRST));

  function addEarlier() {
    const { scrollHeight = 0, scrollTop = 0 } = log.current ?? {};
    distanceToEnd.current = scrollHeight - scrollTop;
    const next = Math.max(0, first - MAX_ADDED);
    setStart(next);
    // The button goes away, and the focus with it.
    if (next === 0 && document.activeElement?.matches('.earlier')) log.current?.focus();
  }

  // What was read stays where it is when something is added above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts.
  useLayoutEffect(() => {
    if (distanceToEnd.current === null || !log.current) return;
    log.current.scrollTop = log.current.scrollHeight - distanceToEnd.current;
    distanceToEnd.current = null;
  }, [first]);
  // After every render: whatever is new may have moved the end.
  useEffect(() => {
    if (follows.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  });
  return (
    <div
      ref={log}
      className={className}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < END_PIXELS;
        if (follows.current) return;
        if (start === null) setStart(first);
        if (scrollTop < TOP_PIXELS && first > 0) addEarlier();
      }}
    >
      {first > 0 && (
        <button type="button" className="button small earlier" onClick={addEarlier}>
          Show earlier messages
        </button>
      )}
      {messages.slice(first).map((message) => (
        <MessageView key={message.id} message={message} />
      ))}
      {children}
    </div>
  );
}
