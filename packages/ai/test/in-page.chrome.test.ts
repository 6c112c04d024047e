import { fileURLToPath } from 'node:url';
import { type PageServer, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as InPage from './fixtures/in-page.ts';
import { serveShop } from './shop.ts';

let browser: Browser;
let shop: PageServer;
let script: string;
beforeAll(async () => {
  const input = fileURLToPath(new URL('fixtures/in-page.ts', import.meta.url));
  [browser, shop, script] = await Promise.all([startChrome(), serveShop(), bundleForPages(input)]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

async function bundleForPages(input: string, external: string[] = []): Promise<string> {
  const bundle = await rolldown({ input, external, platform: 'browser' });
  const format = external.length > 0 ? 'es' : 'iife';
  const { output } = await bundle.generate({ format, name: 'inPage', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

declare const inPage: typeof InPage;

// A page of the shop with everything in it that a page needs to run an agent.
async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${shop.origin}/order?thing=green+lamp`);
  await page.addScriptTag({ content: script });
  return page;
}

test('no code of Node is in what a page loads', async () => {
  for (const entry of ['@btcp/ai', '@btcp/ai/ai-core']) {
    const code = await bundleForPages(fileURLToPath(import.meta.resolve(entry)), ['ai', 'modern-screenshot']);
    expect(code).toContain('BrowserAgent');
    expect(code).not.toMatch(/["'`]node:|puppeteer|@btcp\/chrome|ChromeEngine|\bprocess\.|\bBuffer\./);
  }
});

test('a page drives itself through the plugin, with the agent that the plugin makes', async () => {
  const page = await openPage();
  const text = await page.evaluate(async () => {
    const { btcpBrowserPlugin, createExecutor, lastText, refOf, scriptedModel } = inPage;
    const plugin = btcpBrowserPlugin();
    const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
    const model = scriptedModel(
      [['browser_snapshot', {}]],
      (prompt) => [['browser_fill', { selector: refOf(prompt, 'textbox "Name"'), value: 'Ada' }]],
      [['browser_click', { selector: 'button' }]],
      lastText,
    );
    const { text } = await executor.generateText({ model, prompt: 'Order.' });
    await plugin.close();
    return text;
  });
  expect(text).toContain('Clicked button "Place order"');
  expect(text).toContain('Ordered: green lamp for Ada');
  expect(await page.$eval('#state', (element) => element.textContent)).toBe('Ordered: green lamp for Ada');
  await page.close();
});

test('a page drives a frame of its own over three pages, which agentOptions name', async () => {
  const page = await openPage();
  const text = await page.evaluate(async () => {
    const { btcpBrowserPlugin, createExecutor, lastText, refOf, scriptedModel } = inPage;
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.style.cssText = 'width: 600px; height: 400px';
    const plugin = btcpBrowserPlugin({
      agentOptions: { targetWindow: frame.contentWindow ?? window, autoLaunch: false },
    });
    const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
    const model = scriptedModel(
      [['browser_navigate', { url: location.origin }]],
      [['browser_snapshot', {}]],
      (prompt) => [['browser_fill', { selector: refOf(prompt, 'textbox "Search"'), value: 'lamps' }]],
      [['browser_press', { key: 'Enter' }]],
      [['browser_snapshot', {}]],
      (prompt) => [['browser_click', { selector: refOf(prompt, 'link "Order red lamp"') }]],
      (prompt) => {
        if (!lastText(prompt).includes('Navigated to')) throw new Error(lastText(prompt));
        return [['browser_back', {}]];
      },
      [['browser_forward', {}]],
      [['browser_type', { selector: '#name', text: 'Bob' }]],
      [['browser_click', { selector: 'button' }]],
      [['browser_get_text', { selector: '#state' }]],
      lastText,
    );
    const stream = await executor.streamText({ model, prompt: 'Order.' });
    return stream.text;
  });
  expect(text).toContain('Ordered: red lamp for Bob');
  await page.close();
});

test('a content script of an extension drives the page from a world of its own', async () => {
  const page = await browser.newPage();
  await page.goto(`${shop.origin}/order?thing=green+lamp`);
  const chrome = await page.createCDPSession();
  const { frameTree } = await chrome.send('Page.getFrameTree');
  const world = await chrome.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const run = (expression: string) =>
    chrome.send('Runtime.evaluate', {
      expression,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
  await run(script);
  const { result } = await run(`(${orderFromScript.toString()})()`);
  expect(result.value).toContain('Ordered: green lamp for Eve');
  expect(await page.evaluate(() => 'inPage' in globalThis)).toBe(false);
  await page.close();
});

async function orderFromScript(): Promise<string> {
  const { BrowserAgent, btcpBrowserPlugin, createExecutor, lastText, refOf, scriptedModel } = inPage;
  const agent = new BrowserAgent({ targetDocument: document, targetWindow: window });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [btcpBrowserPlugin({ agent, tools: 'safe' })]);
  const model = scriptedModel(
    [['browser_snapshot', {}]],
    (prompt) => [
      ['browser_type', { selector: refOf(prompt, 'textbox "Name"'), text: 'Eve' }],
      ['browser_click', { selector: refOf(prompt, 'button "Place order"') }],
    ],
    [['browser_get_text', { selector: '#state' }]],
    lastText,
  );
  const { text } = await executor.generateText({ model, prompt: 'Order.' });
  return text;
}

test("a caller's agent is driven by tools of the AI SDK and stays open; what a page cannot do is reported", async () => {
  const page = await openPage();
  const { text, title, long } = await page.evaluate(async () => {
    const { BrowserAgent, browserTools, createBrowser, generateText, lastOutputs, scriptedModel, stepCountIs } = inPage;
    const agent = new BrowserAgent();
    const browser = createBrowser(agent);
    const tools = browserTools({ agent: browser, tools: 'full' });
    document.body.append('word '.repeat(12_000));
    const model = scriptedModel(
      [
        ['browser_screenshot', {}],
        ['browser_tabs', { action: 'new' }],
        ['browser_evaluate', { script: '1 + 1' }],
      ],
      (prompt) => JSON.stringify(lastOutputs(prompt)),
    );
    const { text } = await generateText({ model, prompt: 'Look.', tools, stopWhen: stepCountIs(3) });
    const long = await tools.browser_get_text?.execute({}, { toolCallId: '1' });
    await browser.close();
    return { text, title: await agent.getTitle(), long: long?.text };
  });
  const [screenshot, tab, value] = JSON.parse(text);
  expect(screenshot).toMatchObject({
    type: 'content',
    value: [{ text: expect.stringContaining('Screenshot taken, ') }, { type: 'image-data', mediaType: 'image/png' }],
  });
  expect(tab).toMatchObject({ type: 'error-text', value: expect.stringContaining('A page cannot open a tab') });
  expect(value).toMatchObject({ type: 'text', value: expect.stringMatching(/^2$/m) });
  expect(title).toBe('Order');
  expect(long).toContain('Continue with cursor');
  await page.close();
});
