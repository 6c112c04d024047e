import { useRef } from 'react';
import { focusNow } from '../parts/focus-now.ts';

/** A name that is being changed in its place: Enter takes it, Escape does not. */
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
  // Both Enter and the loss of the focus that follows would end it.
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
        // Those that choose among the words of an input method are not meant for us.
        if (nativeEvent.isComposing) return;
        if (key === 'Enter') end(currentTarget.value);
        if (key === 'Escape') end(null);
      }}
    />
  );
}
