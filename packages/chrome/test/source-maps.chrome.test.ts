import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import type { ConsoleEntry } from '@btcp/tools';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const CART = `export interface Item {
  price: number;
}

export function total(items: Item[]): number {
  if (items.length === 0) {
    throw new RangeError('the cart is empty');
  }
  return items.reduce((sum, { price }) => sum + price, 0);
}
`;
const CHECKOUT = `import { type Item, total } from './cart.ts';

const items: Item[] = [];

export function pay(): void {
  try {
    total(items);
  } catch (problem) {
    console.error('not paid:', problem);
  }
}
setTimeout(() => pay());
setTimeout(() => total(items));
`;

const { call } = freshBrowser();
const ended: string[] = [];
let pages: PageServer;
let other: PageServer;

const script =
  (text: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'text/javascript').end(text);
const json =
  (text: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(text);

// What comes as fast as it is read, and never ends.
const endless: RequestListener = ({ url }, response) => {
  response.setHeader('content-type', 'application/json');
  response.on('close', () => ended.push(url ?? ''));
  const more = (to: ServerResponse) => {
    while (!to.destroyed && to.write(' '.repeat(65_536)));
  };
  response.on('drain', () => more(response));
  more(response);
};

beforeAll(async () => {
  const { code, map } = await bundle();
  const mapped = (address: string) => script(`${code}\n//# sourceMappingURL=${address}`);
  const page = (name: string) => `<title>Shop</title><script src="/assets/${name}.js"></script>`;
  other = await servePages({ '/app.js.map': json(map) });
  pages = await servePages({
    '/app': page('app'),
    '/assets/app.js': mapped('app.js.map'),
    '/assets/app.js.map': json(map),
    '/inline': page('inline'),
    '/assets/inline.js': mapped(`data:application/json;base64,${Buffer.from(map).toString('base64')}`),
    '/foreign': page('foreign'),
    '/assets/foreign.js': mapped(`${other.origin}/app.js.map`),
    '/broken': page('broken'),
    '/assets/broken.js': mapped('broken.js.map'),
    '/assets/broken.js.map': json('{"version":3,"mappings":"%%%","sources":7}'),
    '/endless': page('endless'),
    '/assets/endless.js': mapped('endless.js.map'),
    '/assets/endless.js.map': endless,
    '/worker': '<title>Shop</title><script>new Worker("/assets/worker.js")</script>',
    '/assets/worker.js': mapped('app.js.map'),
  });
});
afterAll(() => Promise.all([pages.close(), other.close()]));

async function bundle(): Promise<{ code: string; map: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-maps-'));
  try {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/cart.ts'), CART);
    writeFileSync(join(folder, 'src/checkout.ts'), CHECKOUT);
    const made = await rolldown({ input: join(folder, 'src/checkout.ts'), platform: 'browser' });
    const { output } = await made.generate({
      dir: join(folder, 'assets'),
      format: 'iife',
      name: 'shop',
      sourcemap: 'hidden',
      minify: true,
    });
    await made.close();
    return { code: output[0].code, map: JSON.stringify(output[0].map) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const entriesOf = async (count: number) =>
  vi.waitFor(async () => {
    const { entries } = (await call('browser_recent_console_logs')).data as { entries: ConsoleEntry[] };
    expect(entries).toHaveLength(count);
    return entries;
  }, 20_000);

// The two errors of the page, the thrown one first.
async function errorsAt(path: string): Promise<ConsoleEntry[]> {
  await call('browser_navigate', { url: pages.origin + path });
  return entriesOf(2);
}

test.each(['/app', '/inline', '/worker'])(
  'browser_recent_console_logs shows stacks by the source map: %s',
  async (path) => {
    const [thrown, printed] = await errorsAt(path);
    expect(thrown?.text).toMatch(/^RangeError: the cart is empty\n {4}at .*src\/cart\.ts:7:15\)/);
    expect(thrown?.text).toMatch(/at .*src\/checkout\.ts:13:18/);
    expect(thrown).toMatchObject({
      source: expect.stringMatching(/^src\/cart\.ts:7:/),
      url: expect.stringContaining('/assets/'),
    });
    expect(printed?.text).toMatch(/^not paid: RangeError.*\n.*src\/cart\.ts:7:15\)\n.*src\/checkout\.ts:7:5\)/);
    expect(printed?.args?.[1]).toContain('src/checkout.ts:12:18');
    const { text } = await call('browser_recent_console_logs');
    expect(text).toMatch(/@ src\/cart\.ts:7:\d+$/m);
  },
);

test.each(['/foreign', '/broken', '/endless'])(
  'a stack without a map that can be used stays as it is: %s',
  async (path) => {
    const [thrown] = await errorsAt(path);
    expect(thrown?.text).toMatch(/at .*\/assets\/\w+\.js:1:\d+\)/);
    expect(thrown?.source).toBeUndefined();
    if (path === '/endless') await vi.waitFor(() => expect(ended).toContain('/assets/endless.js.map'), 20_000);
  },
);

test('a stack of a page that was loaded again stays as it is: its map may be of another build', async () => {
  await errorsAt('/app');
  await call('browser_reload');
  const entries = await entriesOf(4);
  expect(entries.map(({ text }) => text.includes('src/cart.ts:7:'))).toEqual([true, true, false, false]);
  expect(entries.at(-1)?.text).toContain('/assets/app.js:1:');
});

test('what a page prints in the form of an endless stack stays as it is, next to real ones', async () => {
  await errorsAt('/app');
  const frame = `    at f (${pages.origin}/assets/app.js:1:1)\n`;
  const script = `for (let i = 0; i < 5; i++) console.error('Error\\n' + ${JSON.stringify(frame)}.repeat(10_000))`;
  await call('browser_evaluate', { script });
  const { file } = (await call('browser_recent_console_logs')).data as { file: string };
  const kept = readFileSync(file, 'utf8');
  expect(kept.split(frame)).toHaveLength(50_001);
  expect(kept).toContain('src/cart.ts:7:15');
});
