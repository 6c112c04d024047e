import { servePages, startChrome } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';

const LOGIN = `<title>Login</title><style>body { margin: 0 } body > * { position: absolute; left: 20px }</style>
<input id="name" style="top:20px; width:200px; height:30px">
<button style="top:80px" onclick="document.title = 'Hello ' + document.querySelector('#name').value">Sign in</button>`;

test('a person opens the link of a request, takes over, and hands back to the agent that waits', async () => {
  using home = new TestHome();
  await using pages = await servePages({ '/': LOGIN });
  const server = await serve(home);
  const chrome = await startChrome();
  try {
    const call = (action: string, input: object = {}) =>
      server.post(`/browser/${action}`, { sessionId: 'demo', ...input }) as Promise<{
        body: { data: { link: string } };
      }>;
    await call('open', { url: pages.origin });
    const { link } = (await call('request_user', { message: 'Please sign in', wait: false })).body.data;
    const waiting = call('request_user', { message: 'Please sign in' });

    const page = await chrome.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(link);
    await page.waitForSelector('::-p-text(Please sign in)');
    await page.locator('#take').click();
    await page.waitForSelector('#done:not([hidden])');
    await page.waitForFunction(() => document.querySelector('canvas')?.width === 1280);
    const at = async (x: number, y: number) => {
      const box = await (await page.$('canvas'))?.boundingBox();
      if (!box) throw new Error('There is no picture.');
      await page.mouse.click(box.x + (x * box.width) / 1280, box.y + (y * box.height) / 720);
    };
    await at(60, 35);
    await page.keyboard.type('Ann');
    await at(40, 90);
    await page.locator('#done').click();
    expect((await waiting).body).toMatchObject({ data: { outcome: 'done' } });
    await expect.poll(() => call('tabs')).toMatchObject({ body: { page: { title: 'Hello Ann' } } });
    expect(problems).toEqual([]);
  } finally {
    await chrome.close();
    server.process.kill('SIGTERM');
    await server.ended;
  }
});
