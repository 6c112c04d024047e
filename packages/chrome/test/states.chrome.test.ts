import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call, current } = freshBrowser();

// Of every kind that a database can hold and a file can, by key.
const VALUES = `[
  ['plain', { text: 'a\\u0000\\ud800b', deep: [1, null, true, { type: 'Date' }] }],
  ['numbers', [NaN, -0, Infinity, 2n ** 70n, undefined]],
  [new Date(5), new Date(NaN)],
  [['a', 2], /x+/gi],
  [-Infinity, new Map([['a', new Set([1, 'two'])]])],
  [new Uint8Array([1, 2]), new Float32Array([1.5, -2])],
  ['bytes', new Uint8Array([0, 255, 7]).buffer],
  ['file', new File(['über'], 'a.txt', { type: 'text/plain', lastModified: 7 })],
]`;

const PAGE = `<title>App</title><script>
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const open = (name, version, upgrade) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    return done(request);
  };
  async function show(value) {
    if (value instanceof Blob) return [value.constructor.name, value.name, value.type, value.lastModified, await value.text()].join();
    if (value instanceof ArrayBuffer) return 'buffer ' + new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return value.constructor.name + value;
    if (value instanceof Map || value instanceof Set) return value.constructor.name + await show([...value]);
    if (value instanceof Date) return 'date ' + value.getTime();
    if (Array.isArray(value)) return '[' + await Promise.all(value.map(show)) + ']';
    if (value && Object.getPrototypeOf(value) === Object.prototype)
      return '{' + await Promise.all(Object.entries(value).map(async ([key, each]) => key + ':' + await show(each))) + '}';
    return Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : typeof value + ' ' + String(value);
  }
  async function fill() {
    const database = await open('app', 3, (made) => {
      made.createObjectStore('values');
      made.createObjectStore('keys');
      const people = made.createObjectStore('people', { keyPath: 'id', autoIncrement: true });
      people.createIndex('by mail', 'mail', { unique: true });
      people.createIndex('by tag', 'tags', { multiEntry: true });
    });
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
    const loop = {};
    loop.self = loop;
    const stores = database.transaction(['values', 'keys', 'people'], 'readwrite');
    for (const [name, value] of ${VALUES}) stores.objectStore('values').put(value, name);
    stores.objectStore('keys').put({ key }, 'one');
    stores.objectStore('keys').put({ key }, 'two');
    stores.objectStore('keys').put(loop, 'loop');
    stores.objectStore('keys').put('fine', 'fine');
    stores.objectStore('people').put({ mail: 'ada@a.test', tags: ['x', 'y'] });
    await new Promise((resolve) => { stores.oncomplete = resolve; });
    database.close();
    return 'filled';
  }
  async function report() {
    const names = (await indexedDB.databases()).map(({ name, version }) => name + ' ' + version).join();
    if (!names.startsWith('app')) return names;
    const database = await open('app');
    const stores = database.transaction(['values', 'keys', 'people']);
    const values = stores.objectStore('values');
    const [keys, all, people, indexed, others] = await Promise.all([
      done(values.getAllKeys()), done(values.getAll()), done(stores.objectStore('people').getAll()),
      done(stores.objectStore('people').index('by tag').getAllKeys('y')), done(stores.objectStore('keys').getAllKeys()),
    ]);
    const { unique } = stores.objectStore('people').index('by mail');
    database.close();
    return [names, await show(keys), await show(all), await show(people), await show([indexed, others, unique])].join('\\n');
  }
</script>`;

test('databases are part of a state, and what cannot be is reported', async () => {
  await using pages = await servePages({ '/': PAGE });
  const run = async (script: string) => {
    const { value } = (await call('browser_evaluate', { script })).data as { value: string };
    return JSON.parse(value);
  };
  await call('browser_navigate', { url: pages.origin });
  expect(await run('fill()')).toBe('filled');
  const before = await run('report()');
  using guard = await current().browser();
  const state = await guard.session.saveState?.();
  expect(state?.storage).toMatchObject([
    {
      origin: pages.origin,
      leftOut: [
        '1 entry of "keys" in the database "app" (it contains itself)',
        '2 entries of "keys" in the database "app" (of type CryptoKey)',
      ],
    },
  ]);

  await run(`done(indexedDB.deleteDatabase('app')).then(() => open('later', 1, () => {}))
    .then((it) => it.close()).then(() => 'done')`);
  expect(await run('report()')).toBe('later 1');
  // As it is kept and sent: as JSON.
  await guard.session.restoreState?.(JSON.parse(JSON.stringify(state)));
  expect(await run('report()')).toBe(before.replace('"fine","loop","one","two"', '"fine"'));
  const added = `open('app').then((it) => done(it.transaction('people', 'readwrite').objectStore('people').put({ mail: 'b' })))`;
  expect(await run(added)).toBe(2);
});

test('a page that is its own address is part of a state too', async () => {
  await call('browser_navigate', { url: 'data:text/html,<title>Note</title><h1>Buy milk</h1>' });
  using guard = await current().browser();
  const state = await guard.session.saveState?.();
  await call('browser_navigate', { url: 'about:blank' });
  await guard.session.restoreState?.(JSON.parse(JSON.stringify(state)));
  expect((await call('browser_snapshot')).text).toContain('heading "Buy milk"');
});
