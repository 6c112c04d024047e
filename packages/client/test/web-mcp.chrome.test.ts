import { type PageServer, serveModulePage, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = `
  import { createClient } from '/client/index.js';
  import { offerToWebMCP, serveWebMCPTools } from '/client/web-mcp.js';
  Object.assign(globalThis, { offerToWebMCP, serveWebMCPTools });
  globalThis.client = createClient({ serverUrl: 'http://localhost' });`;

let browser: Browser;
let site: PageServer;

beforeAll(async () => {
  browser = await startChrome([
    '--enable-features=WebMCP',
    '--enable-blink-features=ModelContext,ModelContextTesting,WebMCP,WebMCPTesting',
  ]);
  site = await serveModulePage(SCRIPT);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

async function openPage(before = ''): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(before);
  await page.goto(`${site.origin}/`);
  await page.waitForFunction('globalThis.isReady');
  return page;
}

// The browser's own side: where it is found depends on the browser's age.
const BROWSER_SIDE = `
  globalThis.listed = async () => {
    const tools = await (document.modelContext?.getTools?.() ?? navigator.modelContextTesting.listTools());
    return tools.map(({ name }) => name);
  };
  globalThis.executed = async (name, input) => {
    const context = document.modelContext;
    const text = context?.executeTool
      ? await context.executeTool((await context.getTools()).find((tool) => tool.name === name), input)
      : await navigator.modelContextTesting.executeTool(name, JSON.stringify(input));
    return JSON.parse(text);
  };`;

test('the browser’s agent sees the tools as they come and go, and its calls are checked', async () => {
  const page = await openPage(BROWSER_SIDE);
  await page.evaluate(`
    client.registerTool({ name: 'greet', description: 'Greets', inputSchema: { type: 'object', required: ['name'] },
      handler: ({ name }) => 'Hello ' + name });
    globalThis.stop = offerToWebMCP(client);`);
  await page.waitForFunction(`listed().then((names) => names.join() === 'greet')`);
  expect(await page.evaluate(`executed('greet', { name: 'Ada' })`)).toEqual({
    content: [{ type: 'text', text: 'Hello Ada' }],
  });
  await expect(page.evaluate(`executed('greet', {})`)).rejects.toThrow();
  await page.evaluate(`client.registerTool({ name: 'second', description: 'Second', handler: () => 2 })`);
  await page.waitForFunction(`listed().then((names) => names.sort().join() === 'greet,second')`);
  await page.evaluate(`client.unregisterTool('greet')`);
  await page.waitForFunction(`listed().then((names) => names.join() === 'second')`);
  await page.evaluate('stop()');
  await page.waitForFunction('listed().then((names) => names.length === 0)');
  await page.close();
});

// The draft's interface, for browsers that have only half of it yet.
const DRAFT = `
  class ModelContext extends EventTarget {
    tools = new Map();
    async registerTool(tool, { signal } = {}) {
      if (this.tools.has(tool.name)) throw new DOMException('duplicate', 'InvalidStateError');
      this.tools.set(tool.name, tool);
      signal?.addEventListener('abort', () => { this.tools.delete(tool.name); this.dispatchEvent(new Event('toolchange')); });
      this.dispatchEvent(new Event('toolchange'));
    }
    async getTools() { return [...this.tools.values()]; }
    async executeTool(tool, input) { return JSON.stringify(await tool.execute(input)); }
  }
  Object.defineProperty(document, 'modelContext', { value: new ModelContext() });`;

test('the page’s own WebMCP tools are served, checked, and not offered back', async () => {
  const page = await openPage(DRAFT);
  await page.evaluate(`
    globalThis.abort = new AbortController();
    document.modelContext.registerTool({
      name: 'add', description: 'Adds', inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
      annotations: { readOnlyHint: true }, execute: ({ a }) => ({ sum: a + 1 }),
    }, abort);
    document.modelContext.registerTool({ name: 'denied', description: 'Not allowed',
      execute: () => { throw new DOMException('no', 'NotAllowedError') } });
    client.registerTool({ name: 'mine', description: 'Of the client', handler: () => 1 });
    offerToWebMCP(client);
    globalThis.stop = serveWebMCPTools(client);`);
  await page.waitForFunction('client.listTools().length === 3');
  const names = 'document.modelContext.getTools().then((tools) => tools.map(({ name }) => name).sort())';
  expect(await page.evaluate(names)).toEqual(['add', 'denied', 'mine']);
  expect(await page.evaluate(`client.callTool('add', { a: 1 })`)).toMatchObject({ structuredContent: { sum: 2 } });
  const codeOf = (name: string, input: string) =>
    page.evaluate(`client.callTool('${name}', ${input}).catch((error) => error.btcpCode)`);
  expect(await codeOf('add', '{ a: "text" }')).toBe('INVALID_PARAMS');
  expect(await codeOf('denied', '{}')).toBe('CAPABILITY_DENIED');
  expect(await page.evaluate(`client.listTools().find(({ name }) => name === 'add').annotations`)).toEqual({
    readOnlyHint: true,
  });
  await page.evaluate('abort.abort()');
  await page.waitForFunction('client.listTools().length === 2');
  await page.evaluate('stop()');
  expect(await page.evaluate('client.listTools().map(({ name }) => name)')).toEqual(['mine']);
  await page.close();
});

test('a tool that cannot be served keeps the others from nobody, and one that comes after the end is not served', async () => {
  const page = await openPage(DRAFT);
  const listed = await page.evaluate(`(async () => {
    const { modelContext } = document;
    const execute = () => 1;
    await modelContext.registerTool({ name: 'not a name', description: 'Odd', execute });
    await modelContext.registerTool({ name: 'broken', description: 'Odd', inputSchema: '{', execute });
    await modelContext.registerTool({ name: 'fine', description: 'Fine', execute });
    const names = () => client.listTools().map(({ name }) => name);
    const stop = serveWebMCPTools(client);
    while (names().length === 0) await new Promise((resolve) => setTimeout(resolve));
    const served = names();
    stop();
    // The list is on its way when it is stopped.
    serveWebMCPTools(client)();
    await new Promise((resolve) => setTimeout(resolve));
    return [served, names()];
  })()`);
  expect(listed).toEqual([['fine'], []]);
  await page.close();
});

test('without WebMCP both bridges do nothing', async () => {
  const page = await openPage(`
    Object.defineProperty(document, 'modelContext', { value: undefined });
    Object.defineProperty(navigator, 'modelContext', { value: undefined });`);
  await page.evaluate('offerToWebMCP(client)(); serveWebMCPTools(client)();');
  expect(await page.evaluate('client.listTools()')).toEqual([]);
  await page.close();
});
