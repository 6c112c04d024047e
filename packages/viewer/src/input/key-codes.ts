// Windows key codes, as CDP wants them, of keys that type nothing.
const NAMED: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Clear: 12,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  AltGraph: 18,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  Meta: 91,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
};

const PLACES: Readonly<Record<string, number>> = {
  Space: 32,
  Semicolon: 186,
  Equal: 187,
  Comma: 188,
  Minus: 189,
  Period: 190,
  Slash: 191,
  Backquote: 192,
  BracketLeft: 219,
  Backslash: 220,
  BracketRight: 221,
  Quote: 222,
  IntlBackslash: 226,
  NumpadMultiply: 106,
  NumpadAdd: 107,
  NumpadComma: 108,
  NumpadSubtract: 109,
  NumpadDecimal: 110,
  NumpadDivide: 111,
};

/** Letters go by what they type, since layouts move them; other keys by their place. */
export function virtualKeyCode({ key, code }: { key: string; code: string }): number {
  if (NAMED[key] !== undefined) return NAMED[key];
  if (/^[a-z]$/i.test(key)) return key.toUpperCase().charCodeAt(0);
  const [, kind, rest = ''] = /^(Key|Digit|Numpad|F)(\w+)$/.exec(code) ?? [];
  if (kind === 'Key' || kind === 'Digit') return rest.charCodeAt(0);
  if (kind === 'Numpad' && /^\d$/.test(rest)) return 96 + Number(rest);
  if (kind === 'F' && /^\d+$/.test(rest)) return 111 + Number(rest);
  return PLACES[code] ?? 0;
}
