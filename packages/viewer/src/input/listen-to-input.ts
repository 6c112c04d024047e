import { writeClipboard } from './clipboard.js';
import { createTextarea } from './create-textarea.js';
import type { InputPort } from './input-port.js';
import { listenToKeyboard } from './keyboard.js';
import { listenToMouse } from './mouse.js';
import { listenToText } from './text-input.js';
import { listenToTouch } from './touch.js';

interface InputOptions extends Omit<InputPort, 'focus'> {
  releaseKey: string;
  onKeyboard(hasKeyboard: boolean): void;
}

export interface Input {
  focus(options?: { keyboard?: boolean }): void;
  setDriving(isDriving: boolean): void;
  copied(text: string): Promise<void>;
  close(): void;
}

export function listenToInput({ releaseKey, onKeyboard, ...options }: InputOptions): Input {
  const { canvas, signal } = options;
  const textarea = createTextarea();
  const before = { tabIndex: canvas.getAttribute('tabindex'), role: canvas.getAttribute('role') };

  const focus = ({ keyboard = false } = {}) => {
    if (!options.isDriving()) return;
    if (!textarea.isConnected) canvas.after(textarea);
    // A phone opens its keyboard only for a field that gets the focus.
    if (keyboard) textarea.blur();
    // Otherwise a phone opens its keyboard at each tap.
    textarea.inputMode = keyboard ? 'text' : 'none';
    textarea.focus({ preventScroll: true });
  };

  const port: InputPort = {
    ...options,
    focus({ clientX, clientY }) {
      // Input methods show their suggestions at the field.
      textarea.style.left = `${clientX}px`;
      textarea.style.top = `${clientY}px`;
      if (!isFocused(textarea)) focus();
    },
  };

  listenToMouse(port);
  listenToTouch(port);
  listenToText(port, textarea);
  listenToKeyboard({
    port,
    textarea,
    releaseKey,
    // From the canvas, Tab moves on to what follows the viewer.
    onRelease: () => canvas.focus({ preventScroll: true }),
    onCopy: (isCut) => port.send({ type: 'get_selection', ...(isCut ? { cut: true } : {}) }),
  });
  textarea.addEventListener('focus', () => onKeyboard(true), { signal });
  textarea.addEventListener('blur', () => onKeyboard(false), { signal });
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !options.isDriving()) return;
      event.preventDefault();
      focus();
    },
    { signal },
  );

  // The browser would open a dropped file in place of this page.
  for (const type of ['dragover', 'drop'] as const) {
    canvas.addEventListener(type, (event) => event.preventDefault(), { signal });
  }

  const setDriving = (isDriving: boolean) => {
    canvas.tabIndex = 0;
    canvas.setAttribute('role', isDriving ? 'application' : 'img');
    const help = isDriving ? ` Press Enter to type into it, and ${releaseKey} to leave it.` : '';
    canvas.setAttribute('aria-label', `Live picture of a browser page.${help}`);
    if (!isDriving && isFocused(textarea)) canvas.focus({ preventScroll: true });
  };
  setDriving(false);

  return {
    focus,
    setDriving,
    copied: (text) => writeClipboard(text, textarea),
    close() {
      textarea.remove();
      restore(canvas, 'tabindex', before.tabIndex);
      restore(canvas, 'role', before.role);
    },
  };
}

function isFocused(element: HTMLElement): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}

function restore(element: HTMLElement, attribute: string, value: string | null): void {
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}
