import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import type { RunningServer } from '../../../apps/btcp/test/run-btcp.ts';
import type { BrowserWithExtension } from './browser-with-extension.ts';

export const LATER = { timeout: 30_000, interval: 50 };

/** What a tool answered: its words, its picture, and whether it failed. */
export interface Said {
  isError: boolean | undefined;
  text: string;
  image: string;
}

/** An MCP client that drives the tab of this name. */
export async function connectAgent(server: RunningServer, session = 'page') {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${server.token}`, 'btcp-session': session };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers } }));
  return {
    async call(name: string, input = {}): Promise<Said> {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const parts = content as { type: string; text?: string; data?: string }[];
      return {
        isError: isError as boolean | undefined,
        text: parts.map(({ text }) => text ?? '').join(''),
        image: parts.find((part) => part.data)?.data ?? '',
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Gives the extension the address of the server. */
export async function setUp(browser: BrowserWithExtension, server: RunningServer): Promise<void> {
  const options = await browser.openOptions();
  await options.$eval('[name=serverUrl]', (field) => {
    (field as HTMLInputElement).value = '';
  });
  await options.type('[name=serverUrl]', server.btcp);
  const save = async (token: string) => {
    await options.$eval('[name=token]', (field) => {
      (field as HTMLInputElement).value = '';
    });
    await options.type('[name=token]', token);
    await options.click('button');
  };
  const says = (words: string) =>
    options.waitForFunction((text) => document.querySelector('output')?.textContent?.startsWith(text), {}, words);
  await save('wrong');
  await says('Saved, but tabs cannot be shared yet: ');
  await save(`${server.token}`);
  await says('Saved. The server answers.');
  await options.close();
}

/** Presses the extension's button and says how far agents may go; agents reach the tab then. */
export async function share(browser: BrowserWithExtension, tab: Page, access: 'read' | 'act'): Promise<void> {
  await tab.bringToFront();
  await browser.press(tab);
  await answer(await browser.ownPage('ask.html'), access);
  await untilShared(browser, tab, access);
  await tab.bringToFront();
}

export async function untilShared(browser: BrowserWithExtension, tab: Page, access: 'read' | 'act'): Promise<void> {
  await vi.waitFor(async () => expect(await browser.badge(tab)).toBe(access === 'act' ? 'ON' : 'read'), LATER);
  await vi.waitFor(async () => expect(await isMarked(tab)).toBe(true), LATER);
}

export function isMarked(tab: Page): Promise<boolean> {
  return tab.evaluate(() => document.querySelector('btcp-mark') !== null);
}

/** Presses a button of a window that closes with it. */
export async function answer(page: Page, button: string): Promise<void> {
  const closed = new Promise((resolve) => page.once('close', resolve));
  await page.waitForSelector(`#${button}:enabled`);
  await page.evaluate((id) => void setTimeout(() => document.getElementById(id)?.click()), button);
  await closed;
}

export async function textOf(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector('#origin')?.textContent !== '');
  return page.evaluate(() => document.body.textContent ?? '');
}

/** The size of an image in base64, and the colours of some of its pixels. */
export function look(tab: Page, image: string, spots: [x: number, y: number][] = []) {
  return tab.evaluate(
    async (data, wanted) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const colours = wanted.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join(' '));
      return { width: bitmap.width, height: bitmap.height, colours };
    },
    image,
    spots,
  );
}
