import { BtcpError } from '@btcp/protocol';
import type { ClickInput } from '@btcp/tools';
import type { KeyInput, Page } from 'puppeteer-core';

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta'] as const;
type Modifier = (typeof MODIFIERS)[number];
const SYNONYMS = new Map([
  ['Ctrl', 'Control'],
  ['Cmd', 'Meta'],
  ['Esc', 'Escape'],
  ['Return', 'Enter'],
]);

export async function pressChord(page: Page, chord: string): Promise<void> {
  const names = chord === '+' ? ['+'] : chord.split(/(?<!^)\+(?!$)/).map((name) => SYNONYMS.get(name) ?? name);
  const key = names.pop() ?? '';
  const held = names.filter((name): name is Modifier => MODIFIERS.some((modifier) => modifier === name));
  if (held.length < names.length) {
    throw new BtcpError('invalid_input', `${chord} is not a key.`, {
      hint: 'Use a key such as Enter, a or Control+A.',
    });
  }
  const single = held.length > 0 && !held.includes('Shift') && key.length === 1 ? key.toLowerCase() : key;
  await holding(page, held, () => page.keyboard.press(single as KeyInput)).catch((cause) => {
    if (!/Unknown key/.test(String(cause))) throw cause;
    throw new BtcpError('invalid_input', `${key} is not a key.`, {
      hint: 'Use a key such as Enter, a or Control+A.',
      cause,
    });
  });
}

export async function clickAt(
  page: Page,
  { x, y }: { x: number; y: number },
  { button = 'left', count = 1, modifiers = [] }: Omit<ClickInput, 'selector'>,
): Promise<void> {
  await holding(page, modifiers, () => page.mouse.click(x, y, { button, count }));
}

async function holding(page: Page, keys: readonly Modifier[], act: () => Promise<void>): Promise<void> {
  for (const key of keys) await page.keyboard.down(key);
  try {
    await act();
  } finally {
    for (const key of [...keys].reverse()) await page.keyboard.up(key);
  }
}
