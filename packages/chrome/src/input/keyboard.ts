import { type Key, keyOf, keyOfCharacter, parseChord } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';
import { editingCommands } from './editing-commands.js';
import { modifierBits } from './modifiers.js';

export interface TypingOptions {
  /** Milliseconds between keys. */
  delay?: number | undefined;
  /** Asked before each key. */
  goOn(): boolean;
}

/** Types text with trusted keys; what no key types, such as é, 漢 or an emoji, is inserted as a whole. */
export async function typeText(cdp: CDPSession, text: string, { delay = 0, goOn }: TypingOptions): Promise<void> {
  for (const character of text.replaceAll('\r\n', '\n')) {
    if (!goOn()) return;
    const key = keyOfCharacter(character);
    if (key.code === '') await cdp.send('Input.insertText', { text: character });
    else await stroke(cdp, key, isShifted(key) ? 8 : 0, []);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

/** Presses a key or chord such as `Enter` or `Control+a`: modifiers down, the key, modifiers up. */
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

async function stroke(cdp: CDPSession, key: Key, bits: number, commands: string[]): Promise<void> {
  await down(cdp, key, bits, commands);
  await up(cdp, key, bits);
}

async function down(
  cdp: CDPSession,
  { key, code, keyCode, text }: Key,
  modifiers: number,
  commands: string[],
): Promise<void> {
  // With Control, Alt or Meta held a key types nothing.
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
