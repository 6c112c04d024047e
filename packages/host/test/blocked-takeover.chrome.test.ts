import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

let host: LiveHost;
let pages: PageServer;
let onBusy = () => {};

beforeAll(async () => {
  host = await startLiveHost();
  pages = await servePages({
    '/dialog': `<title>Dialog</title><button onclick="document.title = confirm('Really?')">Delete</button>`,
    '/busy': '<title>Busy</title>',
    '/begun': (_, response) => {
      response.end();
      onBusy();
    },
    '/calm': '<title>Calm</title>',
  });
});
afterAll(async () => {
  await host.close();
  await pages.close();
});

async function open(path: string): Promise<LiveClient> {
  await host.post('/browser/open', { sessionId: path, url: pages.origin + path });
  return LiveClient.live(`${host.stream}?sessionId=${path}`);
}

test('a person who takes over while a dialog is open can answer it', async () => {
  const viewer = await open('/dialog');
  await host.post('/browser/click', { sessionId: '/dialog', selector: 'button' });
  await viewer.take();
  await viewer.next('dialog', ({ dialog }) => dialog?.message === 'Really?');
  viewer.send({ type: 'answer_dialog', accept: true });
  await viewer.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'true'));
  expect(viewer.messages.filter(({ type }) => type === 'error')).toEqual([]);
  await viewer.close();
});

test('a person who takes over a page that hangs can leave it', async () => {
  const viewer = await open('/busy');
  const isBusy = new Promise<void>((resolve) => (onBusy = resolve));
  const script = "setTimeout(() => { navigator.sendBeacon('/begun'); for (;;) {} })";
  await host.post('/browser/evaluate', { sessionId: '/busy', script });
  await isBusy;
  await viewer.take();
  viewer.send({ type: 'new_tab', url: `${pages.origin}/calm` });
  await viewer.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Calm'));
  expect(viewer.messages.filter(({ type }) => type === 'error')).toEqual([]);
  await viewer.close();
});
