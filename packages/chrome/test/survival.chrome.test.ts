import { chromesOf, type PageServer, renderersOf, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call, current } = freshBrowser({ isolation: 'process' });
let pages: PageServer;
let onBusy = () => {};
let onSilent = () => {};

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Home</title><h1>Home</h1>',
    '/next': '<title>Next</title><h1>Next</h1>',
    '/silent': () => onSilent(),
    '/crashing': (_, response) => {
      response
        .setHeader('content-type', 'text/html')
        .write('<title>Crashing</title><h1>Crashing</h1><script src="/silent"></script>');
      response.end();
    },
    '/odd': '<title>Odd</title><a href="http://xn--a/">Go</a>',
    '/busy': `<title>Busy</title><h1>Busy</h1><script>onload = () => setTimeout(() => { navigator.sendBeacon('/begun'); for (;;); })</script>`,
    '/begun': (_, response) => {
      response.end();
      onBusy();
    },
    '/traps': `<title>Traps</title><button id="loop" onclick="navigator.sendBeacon('/begun'); for (;;);">Loop</button>
      <button id="alerts" onclick="for (;;) alert('again')">Alerts</button>
      <button id="close" onclick="close()">Close</button>`,
    '/alerts': '<title>Alerts</title><script>for (;;) alert("again")</script>',
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });

test('an address that only Chrome takes for one ends nothing but the visit', async () => {
  await open('/odd');
  await call('browser_click', { selector: 'a' });
  expect((await open('/')).page).toMatchObject({ title: 'Home' });
});

test('a crashed page is a browser_lost for the call in flight, and the next call finds it open again', async () => {
  await open('/next');
  onSilent = () => {
    for (const pid of renderersOf(process.pid)) process.kill(pid, 'SIGKILL');
  };
  const visit = open('/silent');
  await expect(visit).rejects.toMatchObject({
    code: 'browser_lost',
    message: expect.stringContaining('The page crashed.'),
  });
  const result = await call('browser_snapshot');
  expect(result.page).toMatchObject({ url: `${pages.origin}/next`, restored: true });
  expect(result.text).toContain('heading "Next"');
});

describe('a page that crashes whenever it is shown (T21)', () => {
  const killRenderers = () => {
    for (const pid of renderersOf(process.pid)) process.kill(pid, 'SIGKILL');
  };

  test('is left by browser_navigate', async () => {
    await open('/');
    onSilent = killRenderers;
    await expect(open('/crashing')).rejects.toMatchObject({ code: 'browser_lost' });
    expect((await open('/next')).page).toMatchObject({ title: 'Next' });
  });
});

test('a page that ends its browser whenever it is shown is left by the call after that (T21)', async () => {
  await open('/next');
  onSilent = () => {
    for (const pid of chromesOf(process.pid)) process.kill(pid, 'SIGKILL');
  };
  await expect(open('/crashing')).rejects.toMatchObject({ code: 'browser_lost' });
  const outcomes: unknown[] = [];
  for (let tries = 0; tries < 3; tries++) {
    outcomes.push(
      await open('/').then(
        ({ page }) => page?.title,
        () => 'failed',
      ),
    );
  }
  expect(outcomes).toContain('Home');
});

test('a killed browser comes back at the last address, and says so', async () => {
  await open('/next');
  for (const pid of chromesOf(process.pid)) process.kill(pid, 'SIGKILL');
  const { session } = await current().browser();
  await vi.waitFor(() => expect(session.alive).toBe(false));
  const result = await call('browser_snapshot');
  expect(result.page).toMatchObject({ url: `${pages.origin}/next`, restored: true });
  expect(result.text).toContain('heading "Next"');
  expect(result.text).toContain('restored after the browser was lost');
  expect((await open('/')).page?.restored).toBeUndefined();
});

// Opens a page, and waits until a script of it runs without end.
async function openBusy(): Promise<void> {
  const begun = new Promise<void>((resolve) => {
    onBusy = resolve;
  });
  await open('/busy');
  await begun;
}

test('a click whose script does not end is a timeout that says so, and the next call ends it and works', async () => {
  await open('/traps');
  await expect(call('browser_click', { selector: '#loop', timeout: '1s' })).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('a script keeps it busy'),
  });
  expect((await call('browser_snapshot')).text).toContain('button "Loop"');
});

test('a hung page is reported within the time that the caller allows, and the next call works', async () => {
  await openBusy();
  await expect(call('browser_wait_for', { selector: '#never', timeout: '1s' })).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('a script keeps it busy'),
  });
  expect((await call('browser_snapshot')).text).toContain('heading "Busy"');
});

test('a hung page that no call has noticed can be left', async () => {
  await openBusy();
  expect((await open('/')).page).toMatchObject({ title: 'Home' });
});

test('a killed browser is a browser_lost for the click in flight', async () => {
  await open('/traps');
  onBusy = () => {
    for (const pid of chromesOf(process.pid)) process.kill(pid, 'SIGKILL');
  };
  const clicked = call('browser_click', { selector: '#loop' });
  await expect(clicked).rejects.toMatchObject({ code: 'browser_lost' });
  expect((await call('browser_snapshot')).page).toMatchObject({ url: `${pages.origin}/traps`, restored: true });
});

test('a page that alerts without end is stopped after a few answers', async () => {
  await open('/alerts');
  const answers: unknown[] = [];
  await vi.waitFor(async () => {
    answers.push(await call('browser_dialog', { accept: true }).catch((error) => error));
    expect((await call('browser_tabs')).page?.url).toBe('about:blank');
  });
  expect(answers.length).toBeLessThan(20);
  expect((await open('/')).page).toMatchObject({ title: 'Home' });
});

test('a page that closes its own tab leaves the next call a new one', async () => {
  await open('/');
  await call('browser_evaluate', { script: `window.open('/traps')`, await: false });
  await vi.waitFor(async () =>
    expect((await call('browser_tabs', { action: 'select', tab: 't2' })).page?.title).toBe('Traps'),
  );
  await call('browser_tabs', { action: 'close', tab: 't1' });
  await call('browser_click', { selector: '#close' }).catch(() => {});
  expect((await open('/next')).page).toMatchObject({ title: 'Next' });
});
