import { BtcpError, MODIFIERS, type Modifier } from '@btcp/protocol';

/** One key of a keyboard, as in KeyboardEvent. */
export interface Key {
  key: string;
  code: string;
  keyCode: number;
  text?: string;
}

/** A key with its held modifiers. */
export interface Chord {
  modifiers: readonly Modifier[];
  key: Key;
}

const NAMED: Record<string, Key> = Object.fromEntries(
  (
    [
      ['Alt', 18, 'AltLeft'],
      ['ArrowDown', 40],
      ['ArrowLeft', 37],
      ['ArrowRight', 39],
      ['ArrowUp', 38],
      ['Backspace', 8],
      ['CapsLock', 20],
      ['ContextMenu', 93],
      ['Control', 17, 'ControlLeft'],
      ['Delete', 46],
      ['End', 35],
      ['Enter', 13],
      ['Escape', 27],
      ['Home', 36],
      ['Insert', 45],
      ['Meta', 91, 'MetaLeft'],
      ['PageDown', 34],
      ['PageUp', 33],
      ['Shift', 16, 'ShiftLeft'],
      ['Tab', 9],
    ] as const
  ).map(([key, keyCode, code]) => [key.toLowerCase(), { key, keyCode, code: code ?? key }]),
);

for (let number = 1; number <= 12; number++) {
  NAMED[`f${number}`] = { key: `F${number}`, code: `F${number}`, keyCode: 111 + number };
}

const ALIASES: Record<string, string> = {
  alt: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  ctrl: 'Control',
  del: 'Delete',
  down: 'ArrowDown',
  esc: 'Escape',
  left: 'ArrowLeft',
  option: 'Alt',
  pagedown: 'PageDown',
  pageup: 'PageUp',
  return: 'Enter',
  right: 'ArrowRight',
  space: ' ',
  spacebar: ' ',
  up: 'ArrowUp',
  win: 'Meta',
};

// US layout: code, key code and both characters of each key that is not a letter.
const PUNCTUATION: readonly (readonly [code: string, keyCode: number, characters: string])[] = [
  ['Backquote', 192, '`~'],
  ['Backslash', 220, '\\|'],
  ['BracketLeft', 219, '[{'],
  ['BracketRight', 221, ']}'],
  ['Comma', 188, ',<'],
  ['Equal', 187, '=+'],
  ['Minus', 189, '-_'],
  ['Period', 190, '.>'],
  ['Quote', 222, '\'"'],
  ['Semicolon', 186, ';:'],
  ['Slash', 191, '/?'],
  ['Space', 32, ' '],
  ...[')', '!', '@', '#', '$', '%', '^', '&', '*', '('].map(
    (shifted, digit) => [`Digit${digit}`, 48 + digit, `${digit}${shifted}`] as const,
  ),
];

/** Returns the key that types a character; characters without a key, such as é, type themselves. */
export function keyOfCharacter(character: string): Key {
  if (character === '\n' || character === '\r') return keyOf('Enter');
  if (character === '\t') return keyOf('Tab');
  if (/^[a-z]$/i.test(character)) {
    const upper = character.toUpperCase();
    return { key: character, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text: character };
  }
  const found = PUNCTUATION.find(([, , characters]) => characters.includes(character));
  return { key: character, code: found?.[0] ?? '', keyCode: found?.[1] ?? 0, text: character };
}

/** Parses a key or chord such as `Enter`, `a`, `Ctrl+Shift+K`, `Shift+Tab`, `+` or `Control++`. */
export function parseChord(text: string): Chord {
  if (typeof text !== 'string' || text === '') throw unknownKey(text);
  const parts = text.length > 1 ? text.replace(/\+\+$/, '+plus').split('+') : [text];
  const names = parts.map((part) => (part === 'plus' ? '+' : part));
  const modifiers = names.slice(0, -1).map((name) => {
    const modifier = MODIFIERS.find((each) => each === keyOf(name.trim(), text).key);
    if (!modifier) throw unknownKey(text);
    return modifier;
  });
  const last = names.at(-1) ?? '';
  const key = keyOf(last.trim() || last, text);
  const shifted = modifiers.includes('Shift') && key.text !== undefined ? keyOfCharacter(withShift(key.text)) : key;
  return { modifiers, key: shifted };
}

export function keyOf(name: string, chord: string = name): Key {
  const known = own(ALIASES, name.toLowerCase()) ?? name;
  const named = own(NAMED, known.toLowerCase());
  if (named) return named;
  if ([...known].length !== 1) throw unknownKey(chord);
  return keyOfCharacter(known);
}

// A model may ask for a key called "constructor", which every object has.
function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function withShift(character: string): string {
  const pair = PUNCTUATION.find(([, , characters]) => characters[0] === character);
  return pair?.[2][1] ?? character.toUpperCase();
}

function unknownKey(text: unknown): BtcpError {
  return new BtcpError('invalid_input', `${JSON.stringify(text)} is not a key.`, {
    hint: `Use one character or a name (${Object.values(NAMED)
      .map(({ key }) => key)
      .join(', ')}, Space), with modifiers before it: Control+a, Shift+Tab.`,
  });
}
