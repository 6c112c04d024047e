import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChromeEngine, resolveChrome } from '@btcp/chrome';
import { servePages } from '@btcp/test-support';
import { Conversations, callableTools, callTool, readBrowserState, toStorageState } from '@btcp/tools';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { TestHome } from './run-btcp.ts';

const DATABASE = `new Promise((done, fail) => {
  const request = indexedDB.open('shop', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('cart').add({ beans: 2, at: null }, 'mine');
  request.onsuccess = () => {
    request.result.transaction('cart').objectStore('cart').get('mine').onsuccess = ({ target }) => done(JSON.stringify(target.result));
  };
  request.onerror = fail;
})`;

test('browser_storage_state writes what Playwright reads, and reads what Playwright writes', async () => {
  await using pages = await servePages({
    '/': (_, response) => response.setHeader('content-type', 'text/html').end('<title>Shop</title>'),
  });
  using home = new TestHome();
  const conversations = new Conversations(new ChromeEngine({ outputDirectory: home.path }));
  const call = (name: string, input: object) => {
    const { signal } = new AbortController();
    return callTool({ tools: callableTools({}), name, input, conversation: conversations.get('a'), signal });
  };
  const { path: executablePath, environment } = await resolveChrome();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    env: { ...process.env, ...environment } as Record<string, string>,
  });
  try {
    await call('browser_navigate', { url: pages.origin });
    await call('browser_cookies', { action: 'set', name: 'sid', value: 'ours', httpOnly: true });
    await call('browser_evaluate', { script: `localStorage.user = 'Ada'; await ${DATABASE}` });
    const { files } = await call('browser_storage_state', { action: 'save' });
    const saved = files?.[0]?.path ?? '';

    const context = await browser.newContext({ storageState: saved });
    const page = await context.newPage();
    await page.goto(pages.origin);
    expect(await page.evaluate('localStorage.user')).toBe('Ada');
    expect(await page.evaluate(DATABASE)).toBe('{"beans":2,"at":null}');
    expect(await context.cookies()).toMatchObject([{ name: 'sid', value: 'ours', httpOnly: true }]);

    await page.evaluate(`localStorage.user = 'Grace'; document.cookie = 'lang=fr'`);
    const theirs = join(home.path, 'theirs.json');
    await context.storageState({ path: theirs, indexedDB: true });
    expect(JSON.parse(readFileSync(theirs, 'utf8')).origins[0].indexedDB).toHaveLength(1);
    await call('browser_close', {});
    await call('browser_navigate', { url: pages.origin });
    await call('browser_storage_state', { action: 'load', path: theirs });
    const { data } = await call('browser_evaluate', {
      script: `localStorage.user + document.cookie + await ${DATABASE}`,
    });
    expect(data).toMatchObject({ value: JSON.stringify('Gracelang=fr{"beans":2,"at":null}') });
  } finally {
    await Promise.all([browser.close(), conversations.closeAll()]);
  }
});

test('a state of the workspace and a storageState are the same thing', () => {
  const state = {
    cookies: [
      {
        name: 'a',
        value: 'b',
        domain: 'x.test',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    storage: [
      {
        origin: 'https://x.test',
        local: { theme: 'dark' },
        databases: [
          {
            name: 'dates',
            version: 1,
            stores: [
              {
                name: 's',
                keyPath: null,
                autoIncrement: false,
                indexes: [],
                rows: [{ key: 1, value: { type: 'Date', value: 0 } }],
              },
            ],
          },
        ],
      },
    ],
    tabs: [{ url: 'https://x.test/', session: [], active: true }],
  };
  expect(readBrowserState(JSON.parse(JSON.stringify(toStorageState(state))))).toEqual(state);
});
