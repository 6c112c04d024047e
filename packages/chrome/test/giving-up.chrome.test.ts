import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Page</title><input aria-label="Name"><button onclick="document.title = 'clicked'">Save</button>`,
    '/moving': `<title>Moving</title><style>@keyframes move { to { margin-left: 500px } }
      button { animation: move 1s infinite }</style><button onclick="document.title = 'clicked'">Save</button>`,
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });

// Begins a call, gives it up after a while, and reports how it ended.
async function giveUp(name: string, input: object): Promise<{ code?: string }> {
  const caller = new AbortController();
  const ended = call(name, input, caller).catch((thrown) => thrown);
  setTimeout(() => caller.abort(), 300);
  return ended;
}

// Each of these would hold its turn for minutes, and the test would fail by its time.
test.each([
  ['browser_wait_for', { selector: '#never', timeout: '10m' }],
  ['browser_wait_for', { function: 'window.never', timeout: '10m' }],
  ['browser_click', { selector: '#never', wait: true, timeout: '10m' }],
  ['browser_type', { selector: 'input', text: 'x'.repeat(1_000), delay: 1_000 }],
  ['browser_evaluate', { script: 'new Promise(() => {})', timeout: '10m' }],
  ['browser_evaluate', { script: 'for (;;);', timeout: '10m' }],
])('%s %j that is given up ends at once, and the next call runs', async (name, input) => {
  await open('/');
  expect(await giveUp(name, input)).toMatchObject({ code: 'cancelled' });
  expect((await call('browser_evaluate', { script: '6 * 7' })).data).toMatchObject({ value: '42' });
  expect((await call('browser_click', { selector: 'button' })).page).toMatchObject({ title: 'clicked' });
});

test('what was given up does no more to the page', async () => {
  await open('/');
  await giveUp('browser_type', { selector: 'input', text: 'abcdefghijkl', delay: 150 });
  const value = async () => (await call('browser_evaluate', { script: 'document.querySelector("input").value' })).data;
  const before = await value();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await value()).toEqual(before);
  await open('/moving');
  await giveUp('browser_click', { selector: 'button' });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await call('browser_snapshot')).page).toMatchObject({ title: 'Moving' });
});

test('a script that is ended while a page is first read does not spoil the page for the next call', async () => {
  for (let delay = 15; delay < 30; delay++) {
    await open('/');
    const late = call('browser_evaluate', { script: 'new Promise(() => {})', timeout: delay }).catch(
      ({ code }) => code,
    );
    await new Promise((resolve) => setTimeout(resolve, delay - 2));
    await call('browser_snapshot').catch(() => {});
    expect(await late).toBe('timeout');
    expect((await call('browser_snapshot')).text).toContain('Save');
  }
});
