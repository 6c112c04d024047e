import type { KeyboardMessage } from '@btcp/protocol';
import { type InputPort, isApple } from './input-port.js';
import { virtualKeyCode } from './key-codes.js';
import { type KeyStroke, keyStrokeOf } from './key-stroke.js';

interface KeyboardOptions {
  port: InputPort;
  textarea: HTMLTextAreaElement;
  /** The key that ends the capture, so that the keyboard is never trapped. */
  releaseKey: string;
  onRelease(): void;
  onCopy(isCut: boolean): void;
}

/** Keys of the window around the page. */
const OF_THE_WINDOW = new Set(['F11', 'F12']);

/** What an input method or a phone's keyboard sends for a key that it handles itself. */
const HANDLED_ELSEWHERE = 229;

export function listenToKeyboard({ port, textarea, releaseKey, onRelease, onCopy }: KeyboardOptions): void {
  const { signal } = port;
  const held = new Map<string, KeyStroke>();

  const up = (code: string, modifiers = 0) => {
    const stroke = held.get(code);
    held.delete(code);
    if (stroke) port.send(keyMessage('keyUp', { ...stroke, modifiers }));
  };
  const allUp = () => {
    for (const code of [...held.keys()]) up(code);
  };

  textarea.addEventListener(
    'keydown',
    (event) => {
      if (!port.isActive()) return;
      if (event.key === releaseKey) {
        event.preventDefault();
        onRelease();
        return;
      }
      const isElsewhere = event.isComposing || event.keyCode === HANDLED_ELSEWHERE || event.key === 'Dead';
      if (isElsewhere || OF_THE_WINDOW.has(event.key)) return;
      const shortcut = clipboardShortcut(event);
      // The browser answers this one with a paste event, which has the text.
      if (shortcut === 'v') return;
      event.preventDefault();
      if (shortcut) {
        if (!event.repeat) onCopy(shortcut === 'x');
        return;
      }
      const stroke = keyStrokeOf(event);
      held.set(event.code, stroke);
      const extra = { autoRepeat: event.repeat, location: event.location };
      port.send({ ...keyMessage(stroke.text === undefined ? 'rawKeyDown' : 'keyDown', stroke), ...extra });
    },
    { signal },
  );

  textarea.addEventListener(
    'keyup',
    (event) => {
      up(event.code, keyStrokeOf(event).modifiers);
      // A Mac tells nothing of keys that are let go while Command is down.
      if (event.key === 'Meta' && isApple()) allUp();
    },
    { signal },
  );
  textarea.addEventListener('blur', allUp, { signal });
}

/** Both halves of a key that no keyboard has told of. */
export function pressKey(port: InputPort, stroke: KeyStroke): void {
  port.send(keyMessage(stroke.text === undefined ? 'rawKeyDown' : 'keyDown', stroke));
  port.send(keyMessage('keyUp', stroke));
}

function keyMessage(eventType: KeyboardMessage['eventType'], stroke: KeyStroke): KeyboardMessage {
  const { key, code, modifiers, text } = stroke;
  return {
    type: 'input_keyboard',
    eventType,
    key,
    code,
    modifiers,
    windowsVirtualKeyCode: virtualKeyCode(stroke),
    ...(text === undefined || eventType === 'keyUp' ? {} : { text }),
  };
}

function clipboardShortcut(event: KeyboardEvent): 'c' | 'x' | 'v' | undefined {
  const isCommand = isApple() ? event.metaKey : event.ctrlKey;
  if (!isCommand || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'v') return 'v';
  return !event.shiftKey && (key === 'c' || key === 'x') ? key : undefined;
}
