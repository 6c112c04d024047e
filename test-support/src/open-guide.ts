import type { Browser } from 'puppeteer-core';
import { servePages } from './serve-pages.ts';
import { startBroker } from './start-broker.ts';
import { poll } from './start-stream.ts';

/** Opens a page of a guide, whose samples connect to a broker of its own. `pages` is the HTML of each path. */
export async function openGuide(browser: Browser, pages: Record<string, string>, path = '/') {
  const serve = (html: string): Parameters<typeof servePages>[0][string] => {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html.replaceAll('ws://127.0.0.1:4700', running.webSocket));
    };
  };
  const site = await servePages(Object.fromEntries(Object.entries(pages).map(([name, html]) => [name, serve(html)])));
  const running = await startBroker({ allowedOrigins: [site.origin] });
  const tab = await browser.newPage();
  await tab.goto(site.origin + path);
  return {
    tab,
    shows: (text: string) => tab.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text),
    async call(name: string, input = {}) {
      const page = await poll(() => {
        const [first] = running.broker.pages();
        return first?.tools.some((tool) => tool.name === name) ? first : undefined;
      });
      return page.call(name, input);
    },
    async [Symbol.asyncDispose]() {
      await tab.close();
      await site.close();
      await running.kill();
    },
  };
}
