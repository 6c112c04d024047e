import { useRef } from 'react';
import { focusNow } from './focus-now.ts';

export function NameField({
  name,
  label,
  longest,
  onDone,
}: {
  name: string;
  label: string;
  longest: number;
  onDone(name: string | null): void;
}) {
  // Enter also causes a blur; end only once.
  const isDone = useRef(false);
  const end = (given: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(given !== null && given.trim() !== name ? given.trim() || null : null);
  };
  return (
    <input
      className="name-field"
      defaultValue={name}
      aria-label={label}
      maxLength={longest}
      ref={focusNow}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        // The key may belong to an input method.
        if (nativeEvent.isComposing) return;
        if (key === 'Enter') end(currentTarget.value);
        if (key === 'Escape') end(null);
      }}
    />
  );
}
