import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Provider, serveProvider } from './providers/serve-provider.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';
import { openWorkspace, type WorkspacePage } from './workspace-page.ts';

const FORM = `<title>Form</title><input type="file" aria-label="Letter" multiple
  onchange="document.title = [...this.files].map(({ name, size }) => name + ':' + size).join()">`;
// A picture of one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const home = new TestHome();
const folder = mkdtempSync(join(tmpdir(), 'btcp-attached-'));
let pages: PageServer;
let provider: Provider;
let server: RunningServer;
let workspace: Workspace;
let window: WorkspacePage;
let path: string;

beforeAll(async () => {
  pages = await servePages({ '/': FORM });
  provider = await serveProvider();
  server = await serve(home, [], {
    ANTHROPIC_API_KEY: 'key-of-the-environment',
    ANTHROPIC_BASE_URL: provider.origin,
    MODEL: 'model-1',
  });
  workspace = new Workspace(server);
  ({ path } = await workspace.begin('Clerk'));
  writeFileSync(join(folder, 'letter.txt'), 'Dear Ada');
  writeFileSync(join(folder, 'cup.png'), PNG);
  window = await openWorkspace(server);
  await window.page.waitForSelector('.composer textarea');
});
afterAll(async () => {
  await window[Symbol.asyncDispose]();
  await workspace.stop();
  await provider[Symbol.asyncDispose]();
  await pages.close();
  home[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

// Puts a file where people drop or paste it.
async function give(kind: 'drop' | 'paste', name: string) {
  await window.page.evaluate(
    (type, label) => {
      const data = new DataTransfer();
      data.items.add(new File([label], label, { type: 'text/plain' }));
      const options = { bubbles: true, cancelable: true };
      const field = document.querySelector('.composer textarea');
      if (type === 'paste') field?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else {
        field?.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
        field?.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
      }
    },
    kind,
    name,
  );
  await window.see(name);
}

test('files are attached by button, drop and paste; the model sees pictures, and uploads files by name', async () => {
  const { page, see, button, problems } = window;
  provider.play(
    [['browser_navigate', { url: pages.origin }]],
    [['browser_upload', { selector: 'input', paths: ['letter.txt', 'dropped.txt'] }]],
    'I have uploaded both.',
  );
  const chooser = (await page.$('.composer input[type=file]')) as ElementHandle<HTMLInputElement>;
  await chooser.uploadFile(join(folder, 'letter.txt'), join(folder, 'cup.png'));
  await see('letter.txt');
  await see('cup.png');
  await give('drop', 'dropped.txt');
  await give('paste', 'pasted.txt');
  await button('Remove pasted.txt');
  await page.locator('.composer textarea').fill('Upload the letter');
  await page.waitForSelector('.send:not([disabled])');
  await page.keyboard.press('Enter');
  await see('I have uploaded both.');

  const [first] = provider.asked;
  expect(first?.text).toContain(PNG.toString('base64'));
  expect(first?.text).toContain('letter.txt\\" (text/plain, 8 bytes)');
  expect(first?.text).not.toContain('pasted.txt');
  await vi.waitFor(async () => {
    const { body } = await workspace.ask('POST', `${path}/tools/browser_snapshot`, {});
    expect(body.page.title).toBe('letter.txt:8,dropped.txt:11');
  });
  expect(
    await page.$$eval('.message.user .attached .label', (all) => all.map(({ textContent }) => textContent)),
  ).toEqual(['letter.txt', 'cup.png', 'dropped.txt']);
  expect(problems).toEqual([]);
});

test('attached files have limits, and stay in their session', async () => {
  const { url, token } = server;
  const send = (to: string, name: string, body: BodyInit) =>
    fetch(`${url}/api${to}/files?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const large = await send(path, 'large.bin', new Uint8Array(26 * 1024 * 1024));
  expect(large.status).toBe(400);
  expect(await large.json()).toMatchObject({ error: { message: '"large.bin" is larger than 25 MB.' } });
  expect((await send(path, '', 'x')).status).toBe(400);
  const { name } = (await (await send(path, '../../../escape.txt', 'x')).json()) as { name: string };
  expect(name).toMatch(/^[\w-]+-[\w. -]*escape\.txt$/);
  const other = await workspace.begin('Other');
  for (const files of [[name], ['../clerk'], Array(11).fill(name), 'cup.png', [5]]) {
    const { status } = await workspace.ask('POST', `${other.path}/messages`, { text: 'Read it', files });
    expect([400, 404], String(files)).toContain(status);
  }
  await workspace.ask('POST', `${other.path}/tools/browser_navigate`, { url: pages.origin });
  const { body } = await workspace.ask('POST', `${other.path}/tools/browser_upload`, {
    selector: 'input',
    paths: ['letter.txt'],
  });
  expect(body).toMatchObject({ success: false });
});
