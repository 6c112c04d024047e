import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChromeEngine } from '@btcp/chrome';
import puppeteer from 'puppeteer-core';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'btcp-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A program that keeps what it is started with, and ends.
async function startedWith(flags: string[]): Promise<string[]> {
  const chrome = join(folder, 'chrome');
  writeFileSync(chrome, '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.txt"\n', { mode: 0o755 });
  const engine = new ChromeEngine({ chrome, flags });
  await expect(engine.open('any')).rejects.toMatchObject({ code: 'browser_unavailable' });
  await engine.close();
  return readFileSync(`${chrome}.txt`, 'utf8').trim().split('\n');
}

const isList = (flag: string) => flag.includes('-features=');
const listed = (flags: string[], name: string) =>
  flags.filter((flag) => flag.startsWith(`--${name}=`)).map((flag) => flag.slice(name.length + 3).split(','));

test('Chrome gets the flags of our Puppeteer, which is loaded only while Chrome starts', async () => {
  const flags = await startedWith([]);
  const wanted = puppeteer.defaultArgs({ headless: true });
  expect(flags).toEqual(expect.arrayContaining(wanted.filter((flag) => !isList(flag))));
  for (const name of ['enable-features', 'disable-features']) {
    expect(listed(flags, name)).toEqual([expect.arrayContaining(listed(wanted, name).flat())]);
  }
});

test('features of --chrome-args are added to ours', async () => {
  const flags = await startedWith(['--disable-features=One,Two', '--enable-features=Three', '--lang=de']);
  expect(listed(flags, 'disable-features')).toEqual([expect.arrayContaining(['Translate', 'FedCm', 'One', 'Two'])]);
  expect(listed(flags, 'enable-features')).toEqual([expect.arrayContaining(['PdfOopif', 'Three'])]);
  expect(flags).toContain('--lang=de');
});

test('Chrome opens no pages of its own for an address bar that nobody uses', async () => {
  const popups = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
  expect(listed(await startedWith([]), 'disable-features')).toEqual([expect.arrayContaining(popups)]);
});
