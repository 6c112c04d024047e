import type { KeyboardMessage } from '@btcp/protocol';
import { type Key, keyOf } from 'btcp-browser-agent';
import type { Protocol } from 'puppeteer-core';
import { editingCommands } from '../input/editing-commands.js';

// A key with Alt, Control or Meta held types nothing.
const NO_TEXT = 7;

export function keyEvent(message: KeyboardMessage): Protocol.Input.DispatchKeyEventRequest {
  const key = message.key ?? '';
  const known = knownKey(key);
  const modifiers = message.modifiers ?? 0;
  const isDown = message.eventType === 'keyDown' || message.eventType === 'rawKeyDown';
  const text = message.eventType === 'keyUp' ? undefined : textOf(message, key, modifiers);
  const location = message.location ?? 0;
  const commands = isDown ? editingCommands(key, modifiers) : [];
  return {
    type: isDown ? (text === undefined ? 'rawKeyDown' : 'keyDown') : message.eventType,
    key,
    code: message.code ?? known?.code ?? '',
    windowsVirtualKeyCode: message.windowsVirtualKeyCode || (known?.keyCode ?? 0),
    modifiers,
    location,
    isKeypad: location === 3,
    autoRepeat: message.autoRepeat ?? false,
    ...(text === undefined ? {} : { text, unmodifiedText: text }),
    ...(commands.length > 0 ? { commands } : {}),
  };
}

function textOf({ eventType, text }: KeyboardMessage, key: string, modifiers: number): string | undefined {
  if (eventType === 'rawKeyDown') return undefined;
  if (key === 'Enter') return '\r';
  if (text) return text;
  return [...key].length === 1 && (modifiers & NO_TEXT) === 0 ? key : undefined;
}

function knownKey(name: string): Key | undefined {
  try {
    return name === '' ? undefined : keyOf(name);
  } catch {
    return undefined;
  }
}
