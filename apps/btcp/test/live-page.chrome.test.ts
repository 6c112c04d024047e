import { buttonOf, servePages, startChrome } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';

test('a person opens the link of a session, takes over, and hands back', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/': '<title>Shop</title><body style="margin:0"><button style="position:absolute;inset:0;width:100%;height:100%">Buy</button><script>document.querySelector("button").onclick = (event) => { event.target.textContent = "Bought"; };</script>',
  });
  const server = await serve(home);
  const browser = await startChrome();
  try {
    await server.post('/sessions/demo/tools/browser_navigate', { url: site.origin });
    const { body } = await server.post('/sessions/demo/links', { role: 'control' });
    const page = await browser.newPage();
    await page.goto((body as { url: string }).url);
    const button = (name: string) => buttonOf(page, name);
    await button('Take over').click();
    await page.waitForSelector('::-p-aria([name="Back"][role="button"])');
    await button('Hand back').wait();
    // A person who reloads the page goes on driving.
    await page.reload();
    await button('Hand back').wait();
    // Before the first picture, a click has nothing to hit.
    await page.waitForSelector('>>> .status[hidden]');
    await page.locator('>>> canvas').click();
    await button('Hand back').click();
    await button('Take over').wait();
    const { body: snapshot } = await server.post('/sessions/demo/tools/browser_snapshot');
    expect(snapshot).toMatchObject({ success: true, text: expect.stringContaining('button "Bought"') });
    const headers = { authorization: `Bearer ${server.token}` };
    await fetch(`${server.url}/sessions/demo/links`, { method: 'DELETE', headers });
    await page.waitForSelector('::-p-text(The link was revoked.)');
    await button('Look again').click();
    await page.waitForSelector('::-p-text(This link is no longer valid. Ask for another one.)');
  } finally {
    await browser.close();
    await server.stop();
  }
});
