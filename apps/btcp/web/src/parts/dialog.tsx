import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';

export function Dialog({
  title,
  className = '',
  onClose,
  children,
}: {
  title: string;
  className?: string;
  onClose(): void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Otherwise the close button gets the focus.
    opened?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it, and so does Escape by itself.
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}
