import type { KeyboardMessage } from '@btcp/protocol';
import { type InputPort, isApple } from './input-port.js';
import { virtualKeyCode } from './key-codes.js';
import { type KeyStroke, keyStrokeOf } from './key-stroke.js';

interface KeyboardOptions {
  port: InputPort;
  textarea: HTMLTextAreaElement;
  releaseKey: string;
  onRelease(): void;
  onCopy(isCut: boolean): void;
}

const BROWSER_KEYS = new Set(['F11', 'F12']);

// The key code of a key that an input method or a phone keyboard handles itself.
const HANDLED_KEY_CODE = 229;

export function listenToKeyboard({ port, textarea, releaseKey, onRelease, onCopy }: KeyboardOptions): void {
  const { signal } = port;
  const held = new Map<string, KeyStroke>();

  const release = (code: string, modifiers = 0) => {
    const stroke = held.get(code);
    held.delete(code);
    if (stroke) port.send(keyMessage('keyUp', { ...stroke, modifiers }));
  };
  const releaseAll = () => {
    for (const code of [...held.keys()]) release(code);
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
      const isElsewhere = event.isComposing || event.keyCode === HANDLED_KEY_CODE || event.key === 'Dead';
      if (isElsewhere || BROWSER_KEYS.has(event.key)) return;
      const shortcut = clipboardShortcut(event);
      // The paste event that follows has the text.
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
      release(event.code, keyStrokeOf(event).modifiers);
      // A Mac reports no keyup while Command is down.
      if (event.key === 'Meta' && isApple()) releaseAll();
    },
    { signal },
  );
  textarea.addEventListener('blur', releaseAll, { signal });
}

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
