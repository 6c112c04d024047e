import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { btcp, type RunningServer, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;

beforeAll(async () => {
  pages = await servePages({ '/': '<title>Shop</title><script>document.write(navigator.userAgent)</script>' });
  server = await serve(home, ['--browser', 'firefox']);
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

test('btcp serve --browser firefox serves btcp call, HTTP and the probe', async () => {
  const opened = await btcp(home, ['call', 'browser_navigate', JSON.stringify({ url: pages.origin })]);
  expect(opened).toMatchObject({ code: 0, stdout: expect.stringContaining('"Shop"') });
  const read = await btcp(home, ['call', 'browser_get_text']);
  expect(read.stdout).toContain('Firefox/');
  const refused = await btcp(home, ['call', 'browser_trace', '{"action":"start"}']);
  expect(refused.stderr + refused.stdout).toContain('needs Chrome');
  expect(await server.get('/ready')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('options that Firefox cannot keep are refused at the start', async () => {
  const other = new TestHome();
  const { code, stderr } = await btcp(other, ['serve', '--port', '0', '--browser', 'firefox', '--profile', 'mine']);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Firefox cannot be given a profile'),
  });
  other[Symbol.dispose]();
});
