import { isApple, modifiersOf } from './input-port.js';

export interface KeyStroke {
  key: string;
  code: string;
  modifiers: number;
  text?: string;
}

const CONTROL = 2;
const SHIFT = 8;

const APPLE_ARROWS: Readonly<Record<string, { key: string; modifiers: number }>> = {
  ArrowLeft: { key: 'Home', modifiers: 0 },
  ArrowRight: { key: 'End', modifiers: 0 },
  ArrowUp: { key: 'Home', modifiers: CONTROL },
  ArrowDown: { key: 'End', modifiers: CONTROL },
};

const BY_WORDS = /^(?:Arrow(?:Left|Right)|Backspace|Delete)$/;

export function keyStrokeOf(event: KeyboardEvent): KeyStroke {
  const { key, code } = event;
  if (isTyping(event)) return { key, code, text: key, modifiers: event.shiftKey ? SHIFT : 0 };
  if (isApple()) return appleStroke(event);
  const modifiers = modifiersOf(event);
  return key === 'Enter' ? { key, code, modifiers, text: '\r' } : { key, code, modifiers };
}

function isTyping(event: KeyboardEvent): boolean {
  if ([...event.key].length !== 1 || event.metaKey) return false;
  // AltGr types (it is Control and Alt on Windows), and so does Option on a Mac.
  if (event.getModifierState('AltGraph')) return true;
  return !event.ctrlKey && (!event.altKey || isApple());
}

function appleStroke(event: KeyboardEvent): KeyStroke {
  const { key, code, metaKey, altKey, shiftKey } = event;
  const shift = shiftKey ? SHIFT : 0;
  if (key === 'Meta') return { key: 'Control', code: code.replace('Meta', 'Control'), modifiers: shift };
  const arrow = metaKey ? APPLE_ARROWS[key] : undefined;
  if (arrow) return { key: arrow.key, code: arrow.key, modifiers: arrow.modifiers + shift };
  if (altKey && BY_WORDS.test(key)) return { key, code, modifiers: CONTROL + shift };
  const modifiers = modifiersOf({ altKey, shiftKey, metaKey: false, ctrlKey: metaKey || event.ctrlKey });
  return key === 'Enter' ? { key, code, modifiers, text: '\r' } : { key, code, modifiers };
}
