import { servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { serve, TestHome } from '../../../apps/btcp/test/run-btcp.ts';
import type { BrowserWithExtension } from './browser-with-extension.ts';

const LATER = { timeout: 15_000, interval: 50 };

/** A site with a login. The square comes from another origin: a page cannot draw it, a photograph shows it. */
function serveSite(square: string) {
  return servePages({
    '/login': (_request, response) =>
      response.writeHead(302, { 'set-cookie': 'user=Ada; HttpOnly; Path=/', location: '/' }).end(),
    '/': (request, response) => {
      const user = /user=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'stranger';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Bank</title>
        <style>iframe { position: fixed; top: 100px; left: 100px; width: 200px; height: 200px; border: 0 }</style>
        <h1>Hello ${user}</h1>
        <button onclick="document.querySelector('output').textContent = 'Paid.'">Pay</button> <output></output>
        <a href="/statement">Statement</a><iframe src="${square}"></iframe>`);
    },
    '/statement': '<title>Statement</title><h1>Your statement</h1>',
  });
}

/** What the extension promises, told as the story of one tab. */
export async function shareTab(browser: BrowserWithExtension): Promise<void> {
  using home = new TestHome();
  await using elsewhere = await servePages({ '/': '<body style="background: rgb(0, 128, 0)">' });
  await using site = await serveSite(`${elsewhere.origin.replace('127.0.0.1', 'localhost')}/`);
  const server = await serve(home, ['--allow-origin', browser.origin]);
  const agent = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${server.token}`, 'btcp-session': 'page' };
  const call = async (name: string, input = {}) => {
    const { content, isError } = await agent.callTool({ name, arguments: input });
    const parts = content as { type: string; text?: string; data?: string }[];
    return {
      isError,
      text: parts.map(({ text }) => text ?? '').join(''),
      image: parts.find((part) => part.data)?.data,
    };
  };
  try {
    await agent.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers } }));
    const options = await browser.openOptions();
    await options.$eval('[name=serverUrl]', (field) => {
      (field as HTMLInputElement).value = '';
    });
    await options.type('[name=serverUrl]', server.btcp);
    await options.type('[name=token]', `${server.token}`);
    await options.click('button');
    await options.waitForFunction(() => document.querySelector('output')?.textContent === 'Saved.');

    const tab = await browser.openTab(`${site.origin}/login`);
    const isMarked = () => tab.evaluate(() => document.querySelector('btcp-mark') !== null);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });

    // Nothing is shared before the person has said what.
    await browser.press(tab);
    const ask = await browser.ownPage('ask.html');
    expect(await textOf(ask)).toContain(site.origin);
    expect(await isMarked()).toBe(false);
    await answer(ask, 'read');
    await vi.waitFor(async () => expect(await isMarked()).toBe(true), LATER);
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe('read'), LATER);

    // The person's login is the agent's, and the mark is for the person alone.
    const { text } = await call('browser_snapshot');
    expect(text).toContain('heading "Hello Ada"');
    expect(text).not.toContain('An agent can');
    await tab.bringToFront();
    const { image = '' } = await call('browser_screenshot');
    expect(await colourAt(tab, image, 200, 200)).toEqual([0, 128, 0]);

    // To act needs more, and a no is a no.
    const refused = call('browser_click', { selector: 'button' });
    const second = await browser.ownPage('action=click');
    expect(await textOf(second)).toContain('An agent wants to act');
    await answer(second, 'no');
    expect(await refused).toMatchObject({ isError: true, text: expect.stringContaining('did not allow click') });
    const allowed = call('browser_click', { selector: 'button' });
    await answer(await browser.ownPage('action=click'), 'act');
    expect((await allowed).text).toContain('Clicked button "Pay"');
    expect(await tab.$eval('output', ({ textContent }) => textContent)).toBe('Paid.');
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe('ON'), LATER);

    // The next page of the same site goes on being shared.
    expect((await call('browser_click', { selector: 'a' })).text).toContain(`went to ${site.origin}/statement`);
    expect((await call('browser_snapshot')).text).toContain('heading "Your statement"');
    await vi.waitFor(async () => expect(await isMarked()).toBe(true), LATER);

    await browser.press(tab);
    await vi.waitFor(async () => expect(await isMarked()).toBe(false), LATER);
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe(''), LATER);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });

    // Leave for one site is none for the next.
    await browser.press(tab);
    await answer(await browser.ownPage('ask.html'), 'act');
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe('ON'), LATER);
    await tab.goto(elsewhere.origin);
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe(''), LATER);
    expect(await isMarked()).toBe(false);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });
  } finally {
    await agent.close();
    server.process.kill('SIGTERM');
    await server.ended;
  }
}

/** Presses a button of a window that closes with it. */
async function answer(page: Page, button: string): Promise<void> {
  const closed = new Promise((resolve) => page.once('close', resolve));
  await page.waitForSelector(`#${button}`);
  await page.evaluate((id) => void setTimeout(() => document.getElementById(id)?.click()), button);
  await closed;
}

async function textOf(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector('#origin')?.textContent !== '');
  return page.evaluate(() => document.body.textContent ?? '');
}

/** The colour of one pixel of an image in base64. */
function colourAt(tab: Page, image: string, x: number, y: number): Promise<number[]> {
  return tab.evaluate(
    async (data, left, top) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(left, top, 1, 1).data ?? [])].slice(0, 3);
    },
    image,
    x,
    y,
  );
}
