import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { servePages, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';

const resolve = createRequire(import.meta.url).resolve;

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

test('an ordinary page imports it as a module, and loads what draws screenshots only when it is used', async () => {
  const bundle = await rolldown({ input: resolve('btcp-browser-agent'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const requested: string[] = [];
  const files = Object.fromEntries(
    output.flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const path = chunk.isEntry ? '/agent.js' : `/${chunk.fileName}`;
      const serve: Parameters<typeof servePages>[0][string] = (_, response) => {
        requested.push(path);
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end(chunk.code);
      };
      return [[path, serve]];
    }),
  );
  await using server = await servePages({
    '/': `<title>App</title><button id="go">Go</button><script type="module">
      import { BrowserAgent } from '/agent.js';
      const agent = new BrowserAgent();
      document.querySelector('#go').addEventListener('click', async () => {
        document.title = (await agent.screenshot({ selector: '#go' })).format;
      });
      await agent.waitFor('#go');
      document.title = 'ready';
    </script>`,
    ...files,
  });
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => document.title === 'ready');
  expect(requested).toEqual(['/agent.js']);
  await page.click('#go');
  await page.waitForFunction(() => document.title === 'png');
  expect(requested.length).toBeGreaterThan(1);
});

test('the injected script holds nothing of Node, zod or the screenshot library, and leaves no global', () => {
  const source = readFileSync(resolve('btcp-browser-agent/injected.js'), 'utf8');
  expect(source.length).toBeGreaterThan(10_000);
  for (const foreign of [/["'`]node:/, /\brequire\(/, /\bprocess\./, /\bzod\b/i, /foreignObject/, /\bimport\(/]) {
    expect(foreign.test(source), String(foreign)).toBe(false);
  }
});
