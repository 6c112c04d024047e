import { type ReactNode, useEffect, useRef } from 'react';

// How far from the end, in pixels, a person still reads at the end.
const END_PIXELS = 48;

interface MessageLogProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A log that stays at its end while a person reads there. */
export function MessageLog({ label, className, children }: MessageLogProps) {
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
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
      }}
    >
      {children}
    </div>
  );
}
