import { type PageServer, servePages } from '@btcp/test-support';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

const script = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
  response.setHeader('content-type', 'text/javascript').end(text);

// An app that keeps its pages and its icon in a cache, answers one address itself, and asks the network for the rest.
const SERVICE_WORKER = `
console.log('worker started');
const KEPT = ['/', '/offline-page', '/icon.txt'];
oninstall = (event) => event.waitUntil(caches.open('v1').then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => {
  const { pathname } = new URL(event.request.url);
  if (pathname === '/made-up') event.respondWith(new Response('made up'));
  else if (KEPT.includes(pathname)) event.respondWith(caches.match(event.request));
  else if (pathname === '/through-worker') event.respondWith(fetch('/live').catch(() => new Response('no network')));
};
`;

beforeEach(async () => {
  pages = await servePages({
    '/': `<title>App</title><iframe src="/frame"></iframe><script>
      navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => {
        if (navigator.serviceWorker.controller) document.title = 'controlled';
        else navigator.serviceWorker.oncontrollerchange = () => { document.title = 'controlled' };
      });
      window.worker = new Worker('/worker.js');
    </script>`,
    '/frame': '<p>in a frame</p>',
    '/offline-page': '<title>From the cache</title>',
    '/icon.txt': 'icon',
    '/live': (_, response) => response.setHeader('cache-control', 'no-store').end('live'),
    '/kept': (_, response) => response.setHeader('cache-control', 'max-age=1000').end('kept'),
    '/sw.js': script(SERVICE_WORKER),
    '/worker.js': script(
      'onmessage = ({ data }) => fetch(data).then((r) => r.text(), (e) => "failed").then(postMessage)',
    ),
  });
});
afterEach(() => pages.close());

async function openApp(): Promise<void> {
  await call('browser_navigate', { url: pages.origin });
  await call('browser_wait_for', { function: 'document.title === "controlled"', timeout: '60s' });
}

const fetchText = async (path: string): Promise<unknown> => {
  const expression = `fetch(${JSON.stringify(path)}).then((r) => r.text(), () => 'failed')`;
  return JSON.parse(((await call('browser_eval', { expression })).data as { value: string }).value);
};

describe('REQ-BT-020: service workers', () => {
  test('browser_get_service_workers reports whether one is registered, active and controlling', async () => {
    await call('browser_navigate', { url: `${pages.origin}/offline-page` });
    expect((await call('browser_get_service_workers')).data).toEqual({ supported: true, workers: [] });
    await openApp();
    // A worker controls pages while it is being activated.
    const workers = () => call('browser_get_service_workers');
    await vi.waitFor(async () => expect((await workers()).data).toMatchObject({ workers: [{ state: 'activated' }] }));
    const { data, text } = await workers();
    expect(data).toEqual({
      supported: true,
      workers: [
        {
          scope: `${pages.origin}/`,
          script: `${pages.origin}/sw.js`,
          state: 'activated',
          active: true,
          controlling: true,
          hasUpdate: false,
        },
      ],
    });
    expect(text).toContain('registered, active, controlling this page');
  });

  test('a page that can have none says so', async () => {
    await call('browser_navigate', { url: 'data:text/html,hello' });
    expect((await call('browser_get_service_workers')).data).toEqual({ supported: false, workers: [] });
  });
});

describe('REQ-BT-021: who answered', () => {
  test('the network, the service worker and the cache are each labelled', async () => {
    await openApp();
    expect(await fetchText('/live')).toBe('live');
    expect(await fetchText('/kept')).toBe('kept');
    expect(await fetchText('/kept')).toBe('kept');
    expect(await fetchText('/made-up')).toBe('made up');
    expect(await fetchText('/icon.txt')).toBe('icon');
    const { data, text } = await call('browser_get_network_sources');
    const { entries: requests, counts } = data as {
      entries: { url: string; source: string }[];
      counts: Record<string, number>;
    };
    const sourcesOf = (path: string) =>
      requests.filter(({ url }) => url === pages.origin + path).map(({ source }) => source);
    expect(sourcesOf('/live')).toEqual(['network']);
    expect(sourcesOf('/kept')).toEqual([expect.stringContaining('cache'), 'network']);
    expect(sourcesOf('/made-up')).toEqual(['service worker']);
    expect(sourcesOf('/icon.txt')).toContain('service worker');
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(requests.length);
    expect(text).toContain(`[service worker] GET ${pages.origin}/made-up`);
    const filtered = (await call('browser_get_network_sources', { filter: '/made-up' })).data;
    expect(filtered).toMatchObject({ counts: { 'service worker': 1 } });
  });
});

describe('REQ-BT-022: offline', () => {
  test('what is cached is still served, navigations included; everything else fails, in frames and workers too', async () => {
    await openApp();
    expect((await call('browser_set_offline', { offline: true })).text).toContain('The browser is offline.');
    expect(await fetchText('/live')).toBe('failed');
    expect(await fetchText('/icon.txt')).toBe('icon');
    expect(await fetchText('/made-up')).toBe('made up');
    expect(await fetchText('/through-worker')).toBe('no network');
    const fromFrame = 'frames[0].fetch("/live").then((r) => r.text(), () => "failed")';
    expect((await call('browser_eval', { expression: fromFrame })).text).toContain('failed');
    const fromWorker =
      'new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); worker.postMessage("/live") })';
    expect((await call('browser_eval', { expression: fromWorker })).text).toContain('failed');

    const { page } = await call('browser_navigate', { url: `${pages.origin}/offline-page` });
    expect(page).toMatchObject({ title: 'From the cache', offline: true });
    expect((await call('browser_get_network_sources', { filter: '/offline-page' })).data).toMatchObject({
      counts: { 'service worker': 1 },
    });
    await expect(call('browser_navigate', { url: `${pages.origin}/live` })).rejects.toMatchObject({
      code: 'navigation_failed',
      hint: expect.stringContaining('browser_set_offline'),
    });

    expect((await call('browser_set_offline', { offline: false })).page?.offline).toBeUndefined();
    await call('browser_navigate', { url: `${pages.origin}/offline-page` });
    expect(await fetchText('/live')).toBe('live');
    expect(await fetchText('/through-worker')).toBe('live');
  });

  test('a tab that is opened later is offline as well', async () => {
    await openApp();
    await call('browser_set_offline', { offline: true });
    await expect(call('browser_tabs', { action: 'new', url: `${pages.origin}/live` })).rejects.toMatchObject({
      code: 'navigation_failed',
    });
  });
});

describe('REQ-BT-023: the console of workers', () => {
  test('lines of the page and of the service worker are distinguished', async () => {
    await openApp();
    await call('browser_eval', { expression: 'console.log("from the page")' });
    await vi.waitFor(async () => {
      const { data, text } = await call('browser_recent_console_logs');
      expect((data as { entries: object[] }).entries).toContainEqual(
        expect.objectContaining({ text: 'worker started', context: 'service worker' }),
      );
      expect(text).toContain('(page) from the page');
      expect(text).toContain('(service worker) worker started');
    });
  });
});
