import { sleep } from '@btcp/protocol';
import { type Key, keyOf, keyOfCharacter, type Modifier, parseChord } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';
import { editingCommands } from './editing-commands.js';
import { modifierBits } from './modifiers.js';

export interface TypingOptions {
  delay?: number | undefined;
  goOn(): boolean;
  signal: AbortSignal;
}

const COMPOSED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

const MAX_COMPOSITION = 8;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export async function typeText(cdp: CDPSession, text: string, options: TypingOptions): Promise<void> {
  const { delay = 0, goOn, signal } = options;
  for (const stroke of strokesOf(text.replaceAll('\r\n', '\n'))) {
    signal.throwIfAborted();
    if (!goOn()) return;
    await typeStroke(cdp, stroke);
    if (delay > 0) await sleep(delay, signal);
  }
}

function* strokesOf(text: string): Generator<string> {
  let composed = '';
  for (const { segment } of characters.segment(text)) {
    if (COMPOSED.test(segment)) composed += segment;
    if (composed !== '' && (!COMPOSED.test(segment) || composed.length >= MAX_COMPOSITION)) {
      yield composed;
      composed = '';
    }
    if (!COMPOSED.test(segment)) yield segment;
  }
  if (composed !== '') yield composed;
}

async function typeStroke(cdp: CDPSession, text: string): Promise<void> {
  if (COMPOSED.test(text)) return compose(cdp, text);
  const key = keyOfCharacter(text);
  if (key.code === '') await cdp.send('Input.insertText', { text });
  else await stroke(cdp, key, isShifted(key) ? 8 : 0, []);
}

async function compose(cdp: CDPSession, text: string): Promise<void> {
  const units = [...text];
  for (let count = 1; count <= units.length; count++) {
    const composed = units.slice(0, count).join('');
    const caret = composed.length;
    await cdp.send('Input.imeSetComposition', { text: composed, selectionStart: caret, selectionEnd: caret });
  }
  await cdp.send('Input.insertText', { text });
}

export async function pressChord(cdp: CDPSession, text: string): Promise<void> {
  const chord = parseChord(text);
  const bits = modifierBits(chord.modifiers);
  const held: Key[] = chord.modifiers.map((modifier) => keyOf(modifier));
  for (const key of held) await down(cdp, key, bits, []);
  try {
    await stroke(cdp, chord.key, bits, editingCommands(chord.key.key, bits));
  } finally {
    for (const key of held.reverse()) await up(cdp, key, 0);
  }
}

/** Presses a key without releasing it, or releases it; `modifiers` are those that are held then. */
export async function holdKey(
  cdp: CDPSession,
  key: Key,
  action: 'down' | 'up',
  modifiers: readonly Modifier[],
): Promise<void> {
  const bits = modifierBits(modifiers);
  if (action === 'down') await down(cdp, key, bits, editingCommands(key.key, bits));
  else await up(cdp, key, bits);
}

async function stroke(cdp: CDPSession, key: Key, bits: number, commands: string[]): Promise<void> {
  await Promise.all([down(cdp, key, bits, commands), up(cdp, key, bits)]);
}

async function down(
  cdp: CDPSession,
  { key, code, keyCode, text }: Key,
  modifiers: number,
  commands: string[],
): Promise<void> {
  const typed = (modifiers & 7) === 0 ? (key === 'Enter' ? '\r' : text) : undefined;
  await cdp.send('Input.dispatchKeyEvent', {
    type: typed === undefined ? 'rawKeyDown' : 'keyDown',
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    modifiers,
    ...(typed === undefined ? {} : { text: typed }),
    ...(commands.length > 0 ? { commands } : {}),
  });
}

async function up(cdp: CDPSession, { key, code, keyCode }: Key, modifiers: number): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode: keyCode, modifiers });
}

function isShifted({ key }: Key): boolean {
  return /^[A-Z~!@#$%^&*()_+{}|:"<>?]$/.test(key);
}
