import { createRequire } from 'node:module';
import { type PageServer, serveModulePage, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);

const SCRIPT = `
  import { createClient } from '/client/index.js';
  import { sandboxes } from '/client/sandboxes.js';
  globalThis.secret = 'of the page';
  globalThis.client = createClient({
    serverUrl: 'http://localhost',
    plugins: [sandboxes],
    grants: ['network:fetch'],
    timeout: 30_000,
  });
  globalThis.run = async (definition, params) => {
    client.registerTool({ name: 'tool', description: 'Runs elsewhere', ...definition });
    try {
      return await client.callTool('tool', params);
    } catch (error) {
      return { btcpCode: error.btcpCode, message: error.message };
    }
  }`;

let browser: Browser;
let site: PageServer;
let page: Page;
let canary = 0;

beforeAll(async () => {
  browser = await startChrome();
  site = await serveModulePage(SCRIPT, {
    '/canary': (_request, response) => {
      canary += 1;
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('export default 1');
    },
  });
  page = await browser.newPage();
  await page.goto(`${site.origin}/`);
  await page.waitForFunction('globalThis.isReady');
});

beforeEach(() => {
  canary = 0;
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const run = (definition: string, params: unknown = {}) =>
  page.evaluate(`run(${definition}, ${JSON.stringify(params)})`) as Promise<Record<string, unknown>>;

describe.each(['worker', 'iframe'])('sandbox: %s', (sandbox) => {
  test('runs the handler with its input and gives back its result', async () => {
    expect(
      await run(`{ sandbox: '${sandbox}', handler: ({ a, b }) => ({ sum: a + b }) }`, { a: 1, b: 2 }),
    ).toMatchObject({
      structuredContent: { sum: 3 },
    });
    expect(
      await run(`{ sandbox: '${sandbox}', async handler({ text }) { return text + '</script><!--<script>'; } }`, {
        text: 'a',
      }),
    ).toMatchObject({
      content: [{ text: 'a</script><!--<script>' }],
    });
  });

  test('the page is out of its reach', async () => {
    const handler = '() => [typeof secret, typeof client, typeof document, typeof parent]';
    expect(await run(`{ sandbox: '${sandbox}', handler: ${handler} }`)).toMatchObject({
      structuredContent: ['undefined', 'undefined', 'undefined', 'undefined'],
    });
  });

  test('what it throws is the error of the call', async () => {
    expect(await run(`{ sandbox: '${sandbox}', handler: () => { throw new Error('inside') } }`)).toEqual({
      btcpCode: 'EXECUTION_ERROR',
      message: 'Tool execution error: inside',
    });
  });

  test('it has no network, by whatever way', async () => {
    const url = `${site.origin}/canary`;
    const attempts = `async ({ url }) => {
      await Promise.allSettled([fetch(url), import(url)]);
      try { new WebSocket(url.replace('http', 'ws')) } catch {}
      try { new EventSource(url) } catch {}
      try { importScripts(url) } catch {}
      try { navigator.sendBeacon(url) } catch {}
      if (typeof Image !== 'undefined') new Image().src = url;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return 'tried';
    }`;
    expect(await run(`{ sandbox: '${sandbox}', handler: ${attempts} }`, { url })).toMatchObject({
      content: [{ text: 'tried' }],
    });
    expect(canary).toBe(0);
  });

  test('unless it is granted', async () => {
    const handler = 'async ({ url }) => (await fetch(url)).status';
    const definition = `{ sandbox: '${sandbox}', capabilities: ['network:fetch'], handler: ${handler} }`;
    expect(await run(definition, { url: `${site.origin}/canary` })).toMatchObject({ structuredContent: 200 });
    expect(canary).toBe(1);
  });

  test('a handler that never returns ends with its time, and nothing of it stays', async () => {
    expect(await run(`{ sandbox: '${sandbox}', timeout: 300, handler: () => new Promise(() => {}) }`)).toMatchObject({
      btcpCode: 'TIMEOUT',
    });
    expect(await page.evaluate('document.querySelectorAll("iframe").length')).toBe(0);
  });

  test('an endless loop is ended and the page goes on', async () => {
    expect(await run(`{ sandbox: '${sandbox}', timeout: 500, handler: () => { for (;;); } }`)).toMatchObject({
      btcpCode: 'TIMEOUT',
    });
    expect(await page.evaluate('document.title')).toBe('Module page');
  });
});

test('ses needs the page to have loaded it, and then runs in a compartment that holds nothing of the page', async () => {
  const refused = page.evaluate(
    "client.registerTool({ name: 'ses', description: 'd', sandbox: 'ses', handler: () => 1 })",
  );
  await expect(refused).rejects.toThrow("sandbox 'ses' needs ses to be loaded");
  await page.addScriptTag({ path: require.resolve('ses') });
  await page.evaluate('lockdown()');
  const handler = '({ a }) => [a + 1, typeof document, typeof fetch, typeof secret]';
  expect(await run(`{ sandbox: 'ses', handler: ${handler} }`, { a: 1 })).toMatchObject({
    structuredContent: [2, 'undefined', 'undefined', 'undefined'],
  });
});

test('the page’s DOMPurify cleans what a handler gets', async () => {
  const other = await browser.newPage();
  await other.goto(`${site.origin}/`);
  await other.waitForFunction('globalThis.isReady');
  await other.addScriptTag({ path: require.resolve('dompurify').replace('purify.cjs.js', 'purify.min.js') });
  await other.evaluate(`
    import('/client/index.js').then(({ createClient }) => {
      globalThis.cleaning = createClient({ serverUrl: 'http://localhost' });
      cleaning.registerTool({ name: 'insert', description: 'd', sanitize: ['html'], handler: ({ html }) => html });
    })`);
  expect(
    await other.evaluate(`cleaning.callTool('insert', { html: '<b onclick="steal()">x</b><script>1</script>' })`),
  ).toEqual({
    content: [{ type: 'text', text: '<b>x</b>' }],
  });
  await other.close();
});
