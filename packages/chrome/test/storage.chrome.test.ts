import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'btcp-storage-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'btcp-elsewhere-'));
const { call } = freshBrowser({ outputDirectory: folder });
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': (_, response) => {
      response.setHeader('set-cookie', [
        'plain=seen; Path=/',
        'sid=0123456789abcdef; Path=/; HttpOnly; SameSite=Strict',
      ]);
      response
        .setHeader('content-type', 'text/html')
        .end('<title>Shop</title><script>localStorage.theme = "dark"</script>');
    },
    '/empty': '<title>Empty</title>',
    '/database': `<title>Filling</title><script>
      const request = indexedDB.open('shop', 3);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('cart', { keyPath: 'id' }).add({ id: 1, name: 'Beans' });
        request.result.createObjectStore('dates').add(new Date(0), 'epoch');
      };
      request.onsuccess = async () => {
        if (location.search !== '?open') request.result.close();
        const cache = await caches.open('assets');
        await cache.put('/logo.svg', new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }));
        document.title = 'Filled';
      };
    </script>`,
  });
});
afterAll(async () => {
  await pages.close();
  await Promise.all([folder, elsewhere].map((each) => rm(each, { recursive: true })));
});

const open = (path = '/') => call('browser_navigate', { url: pages.origin + path });
const value = async (script: string) => ((await call('browser_evaluate', { script })).data as { value: string }).value;
const filled = () => call('browser_wait_for', { function: 'document.title === "Filled"' });

describe('browser_cookies', () => {
  test('lists cookies, and masks what no script of a page may read', async () => {
    await open();
    const { data, text } = await call('browser_cookies');
    expect(data).toMatchObject({
      cookies: expect.arrayContaining([
        expect.objectContaining({ name: 'plain', value: 'seen', httpOnly: false, expires: -1 }),
        expect.objectContaining({
          name: 'sid',
          value: expect.stringMatching(/^•+$/),
          httpOnly: true,
          sameSite: 'Strict',
        }),
      ]),
    });
    expect(text).not.toContain('0123456789abcdef');
  });

  test('sets, gets, deletes and clears', async () => {
    await open('/empty');
    const expires = Math.floor(Date.now() / 1_000) + 3_600;
    await call('browser_cookies', { action: 'set', name: 'lang', value: 'fr', expires, sameSite: 'Lax' });
    await call('browser_cookies', { action: 'set', name: 'other', value: '1', domain: 'shop.test', secure: true });
    expect(await value('document.cookie')).toBe('"lang=fr"');
    expect((await call('browser_cookies', { action: 'get', name: 'other' })).data).toMatchObject({
      cookies: [{ name: 'other', domain: 'shop.test', secure: true }],
    });
    expect((await call('browser_cookies', { domain: 'shop.test' })).data).toMatchObject({
      cookies: [{ name: 'other' }],
    });
    expect((await call('browser_cookies', { action: 'delete', name: 'lang' })).text).toContain('Deleted 1 cookie');
    expect(await value('document.cookie')).toBe('""');
    await call('browser_cookies', { action: 'clear' });
    expect((await call('browser_cookies')).data).toMatchObject({ cookies: [] });
  });

  test('reports what is wrong: no such cookie, no value, no site, a cookie that Chrome refuses', async () => {
    await open('/empty');
    for (const [input, code] of [
      [{ action: 'get', name: 'none' }, 'not_found'],
      [{ action: 'delete', name: 'none' }, 'not_found'],
      [{ action: 'set', name: 'a' }, 'invalid_input'],
      [{ action: 'set', name: '__Host-a', value: 'b', domain: 'shop.test' }, 'invalid_input'],
    ] as const) {
      await expect(call('browser_cookies', input), JSON.stringify(input)).rejects.toMatchObject({ code });
    }
    await call('browser_navigate', { url: 'about:blank' });
    await expect(call('browser_cookies', { action: 'set', name: 'a', value: 'b' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('browser_storage', () => {
  test.each(['local', 'session'])('sets, lists, gets, deletes and clears %s storage', async (area) => {
    await open('/empty');
    const run = (input: object) => call('browser_storage', { area, ...input });
    await run({ action: 'set', key: 'a', value: '1' });
    await run({ action: 'set', key: '__proto__', value: 'odd' });
    expect(await value(`${area}Storage.getItem('__proto__')`)).toBe('"odd"');
    expect((await run({})).data).toMatchObject({
      origin: pages.origin,
      entries: expect.arrayContaining([{ key: 'a', value: '1' }]),
    });
    expect((await run({ action: 'get', key: 'a' })).text).toContain('a: 1');
    await run({ action: 'delete', key: 'a' });
    await expect(run({ action: 'get', key: 'a' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(run({ action: 'set', key: 'b', value: 'x'.repeat(6_000_000) })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('6000000 characters exceed the quota'),
    });
    await run({ action: 'clear' });
    expect(await value(`${area}Storage.length`)).toBe('0');
  });

  test('lists databases and caches, reads their entries, and deletes them', async () => {
    await open('/database');
    await filled();
    expect((await call('browser_storage', { area: 'indexeddb' })).data).toMatchObject({
      entries: [
        { key: 'shop/cart', value: '1 entry, version 3' },
        { key: 'shop/dates', value: '1 entry, version 3' },
      ],
    });
    expect((await call('browser_storage', { area: 'indexeddb', action: 'get', key: 'shop/cart' })).data).toMatchObject({
      entries: [{ key: '1', value: '{"id":1,"name":"Beans"}' }],
    });
    expect((await call('browser_storage', { area: 'cache', action: 'get', key: 'assets' })).data).toMatchObject({
      entries: [{ key: `GET ${pages.origin}/logo.svg`, value: '200 image/svg+xml' }],
    });
    await call('browser_storage', { area: 'indexeddb', action: 'delete', key: 'shop' });
    await call('browser_storage', { area: 'cache', action: 'clear' });
    expect(await value('Promise.all([indexedDB.databases(), caches.keys()]).then((all) => all.flat().length)')).toBe(
      '0',
    );
  });

  test('a database that the page keeps open, a page without storage and a huge value are no fault of ours', async () => {
    await open('/database?open');
    await filled();
    await expect(call('browser_storage', { area: 'indexeddb', action: 'delete', key: 'shop' })).rejects.toMatchObject({
      code: 'not_actionable',
    });
    await expect(call('browser_storage', { area: 'cache', action: 'set', key: 'a', value: 'b' })).rejects.toMatchObject(
      {
        code: 'invalid_input',
      },
    );
    await call('browser_evaluate', { script: 'localStorage.big = "x".repeat(2_000_000)' });
    const { data, text } = await call('browser_storage', { action: 'get', key: 'big' });
    expect(data).toMatchObject({ file: expect.stringMatching(/storage\.txt$/), entries: [] });
    expect(text.length).toBeLessThan(4_000);
    await call('browser_navigate', { url: 'data:text/html,<p>none' });
    await expect(call('browser_storage')).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('browser_storage_state', () => {
  const pathOf = ({ files }: { files?: { path: string }[] | undefined }) => files?.[0]?.path ?? '';

  test('saves a file in the form of Playwright, and loads it in another browser', async () => {
    await open('/database');
    await filled();
    await open();
    const outside = call('browser_storage_state', { action: 'save', path: '../../mine.json' });
    await expect(outside).rejects.toMatchObject({ code: 'denied' });
    await call('browser_storage_state', { action: 'save', path: 'mine.json' });
    // Under the name that it was given.
    await call('browser_storage_state', { action: 'load', path: 'mine.json' });
    const path = pathOf(await call('browser_storage_state', { action: 'save' }));
    expect(path.startsWith(folder)).toBe(true);
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    expect(saved.cookies).toContainEqual({
      name: 'sid',
      value: '0123456789abcdef',
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    });
    expect(saved.origins[0]).toMatchObject({ origin: pages.origin, localStorage: [{ name: 'theme', value: 'dark' }] });
    await call('browser_close');
    await open('/empty');
    expect(await value('localStorage.length')).toBe('0');
    expect((await call('browser_storage_state', { action: 'load', path })).text).toContain('Loaded cookies: 2');
    expect(await value('localStorage.theme')).toBe('"dark"');
    const date = `new Promise((done) => { const r = indexedDB.open('shop'); r.onsuccess = () => {
      r.result.transaction('dates').objectStore('dates').get('epoch').onsuccess = ({ target }) => done(target.result.toISOString());
    } })`;
    expect(await value(date)).toBe('"1970-01-01T00:00:00.000Z"');
  });

  test('loads a file of Playwright for the page that is open', async () => {
    const path = join(folder, 'theirs.json');
    const record = { keyEncoded: 'k', valueEncoded: { o: [{ k: 'at', v: { d: '2026-01-31T00:00:00.000Z' } }], id: 1 } };
    const store = { name: 'things', autoIncrement: false, records: [record], indexes: [] };
    writeFileSync(
      path,
      JSON.stringify({
        cookies: [
          {
            name: 'a',
            value: 'b',
            domain: '127.0.0.1',
            path: '/',
            expires: -1,
            httpOnly: false,
            secure: false,
            sameSite: 'Lax',
          },
        ],
        origins: [
          {
            origin: pages.origin,
            localStorage: [{ name: 'user', value: 'Ada' }],
            indexedDB: [{ name: 'theirs', version: 1, stores: [store] }],
          },
        ],
      }),
    );
    await open('/empty');
    const { page } = await call('browser_storage_state', { action: 'load', path });
    expect(page).toMatchObject({ url: `${pages.origin}/empty` });
    expect(await value('document.cookie + localStorage.user')).toBe('"a=bAda"');
    expect((await call('browser_storage', { area: 'indexeddb', action: 'get', key: 'theirs/things' })).text).toContain(
      '"k": {"at":"2026-01-31T00:00:00.000Z"}',
    );
  });

  test('refuses files from elsewhere and files that hold no state, and keeps what the browser has', async () => {
    await open();
    writeFileSync(join(elsewhere, 'state.json'), '{"cookies":[],"origins":[]}');
    symlinkSync(join(elsewhere, 'state.json'), join(folder, 'link.json'));
    for (const path of [join(elsewhere, 'state.json'), join(folder, 'link.json'), '../../../etc/passwd'])
      await expect(call('browser_storage_state', { action: 'load', path }), path).rejects.toMatchObject({
        code: 'denied',
      });
    for (const [name, content] of [
      ['text.json', 'hello'],
      ['list.json', '[]'],
      ['odd.json', '{"cookies":[],"origins":[{"origin":"javascript:alert(1)"}]}'],
    ] as const) {
      writeFileSync(join(folder, name), content);
      await expect(
        call('browser_storage_state', { action: 'load', path: join(folder, name) }),
        name,
      ).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
    await expect(call('browser_storage_state', { action: 'load' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(call('browser_storage_state', { action: 'load', path: 'none.json' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await value('localStorage.theme')).toBe('"dark"');
  });
});
