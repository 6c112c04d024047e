import type { BrowserPreviewProps } from '@btcp/react/preview';
import { servePages, startChrome, startStream } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, REACT_VERSIONS } from './bundle-page.ts';
import type { PreviewPage } from './page/preview.tsx';

declare const page: PreviewPage;

let browser: Browser;

beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

describe.each(REACT_VERSIONS)('BrowserPreview in React %s', (version) => {
  let script: string;

  beforeAll(async () => {
    script = await bundlePage('preview', version);
  });

  async function openPage() {
    const site = await servePages({ '/': `<!doctype html><title>P</title><script type="module">${script}</script>` });
    const stream = await startStream();
    const tab = await browser.newPage();
    await tab.goto(site.origin);
    await tab.waitForFunction(() => typeof page === 'object');
    return {
      tab,
      stream,
      render: (props: Partial<BrowserPreviewProps>) =>
        tab.evaluate((props) => page.render(props), { url: stream.url, ...props }),
      shows: (text: string | undefined) => tab.waitForFunction((text) => page.text() === text, {}, text ?? null),
      contains: (text: string) => tab.waitForFunction((text) => page.text()?.includes(text), {}, text),
      async click(name: string) {
        await (await tab.waitForSelector(`::-p-aria([name="${name}"][role="button"])`, { visible: true }))?.click();
      },
      async [Symbol.asyncDispose]() {
        await tab.close();
        await stream[Symbol.asyncDispose]();
        await site.close();
      },
    };
  }

  test('is hidden without a browser, a bar with one, and then a window', async () => {
    await using open = await openPage();
    await open.render({ active: false });
    expect(await open.tab.$('.preview')).toBeNull();
    expect(open.stream.connections).toEqual([]);

    await open.render({ active: true });
    await open.contains('Browser active — click to expand');
    await open.click('Browser active — click to expand');
    await open.contains('Connecting…');
    await open.stream.connected(1);
    open.stream.greet();
    await open.contains('Agent is driving');
    expect(await open.tab.evaluate(() => page.views)).toEqual(['expanded']);

    await open.render({ active: false });
    await open.tab.waitForFunction(() => document.querySelector('.preview') === null);
  });

  test('the parent may rule the view, and a token written in place opens no new connection', async () => {
    await using open = await openPage();
    await open.render({ view: 'expanded', token: 'one' });
    // StrictMode mounts twice; the first connection may have been given up before it began.
    await open.contains('Connecting…');
    await open.stream.take('config');
    const count = open.stream.connections.length;
    open.stream.greet();
    await open.contains('Agent is driving');
    await open.click('Collapse');
    await open.tab.waitForFunction(() => page.views.length === 1);
    await open.contains('Agent is driving');
    await open.render({ view: 'collapsed', token: 'two' });
    await open.contains('Browser active — click to expand');
    expect(open.stream.connections).toHaveLength(count);
    open.stream.close(1011);
    await open.stream.connected(count + 1);
    expect(open.stream.connections.at(-1)?.protocols).toEqual(['btcp.live.v1', 'bearer.two']);
  });
});
