import { Socket } from 'node:net';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Plain</title><h1>Plain</h1><button id="save" onclick="this.textContent = 'Saved'">Save</button>
      <button id="load" onclick="fetch('/slow').then(() => { this.textContent = 'Loaded' })">Load</button>
      <label>Name <input id="name"></label><label><input type="checkbox" id="agree">Agree</label>`,
    '/slow': (_, response) => setTimeout(() => response.end('ok'), 200),
  });
});
afterAll(() => pages.close());
afterEach(() => {
  vi.restoreAllMocks();
});

// The commands that a call sends to Chrome. On the pipe, each is one message that ends with a zero byte.
async function commandsOf(name: string, input: object): Promise<string[]> {
  const written = vi.spyOn(Socket.prototype, 'write');
  await call(name, input);
  const messages = written.mock.calls.map(([chunk]) => chunk).filter((chunk) => typeof chunk === 'string');
  written.mockRestore();
  return messages.filter((chunk) => chunk.endsWith('\0')).map((chunk) => JSON.parse(chunk.slice(0, -1)).method);
}

async function openAndRead(): Promise<void> {
  await call('browser_navigate', { url: `${pages.origin}/` });
  await call('browser_snapshot');
}

test('browser_click: takes at most eight commands, of which three are the mouse', async () => {
  await openAndRead();
  const commands = await commandsOf('browser_click', { selector: '#save' });
  expect(commands.filter((method) => method === 'Input.dispatchMouseEvent')).toHaveLength(3);
  expect(commands.length).toBeLessThanOrEqual(8);
  expect((await commandsOf('browser_click', { selector: '#agree' })).length).toBeLessThanOrEqual(8);
});

test('browser_click: observes the page again only where it has reacted late', async () => {
  await openAndRead();
  const { length } = await commandsOf('browser_click', { selector: '#save' });
  expect((await commandsOf('browser_click', { selector: '#load' })).length).toBeGreaterThan(length);
  expect((await call('browser_snapshot')).text).toContain('button "Loaded"');
});

test('browser_fill: takes at most eight commands', async () => {
  await openAndRead();
  expect((await commandsOf('browser_fill', { selector: '#name', value: 'Ada' })).length).toBeLessThanOrEqual(8);
});

test('browser_evaluate: asks for the page together with the value', async () => {
  await openAndRead();
  expect(await commandsOf('browser_evaluate', { script: '1 + 1' })).toHaveLength(2);
});

test('browser_get_text: has the page in its answer', async () => {
  await openAndRead();
  expect(await commandsOf('browser_get_text', { selector: 'h1' })).toHaveLength(1);
});
