import { type PageServer, servePages } from '@btcp/test-support';
import { lookAt } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call, current } = freshBrowser();
let pages: PageServer;
// How often a page has begun to open tabs without end.
let floods = 0;

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Home</title><h1>Home</h1>',
    '/next': '<title>Next</title><h1>Next</h1>',
    '/alert': '<title>Alerts</title><script>alert("stop")</script><h1>After</h1>',
    '/confirm': '<title>Asks</title><script>document.title = confirm("Sure?") ? "yes" : "no"</script>',
    '/prompt': '<title>Asks</title><script>document.title = prompt("Name?", "Ada")</script>',
    '/asking': `<title>Asking</title><p id="out">here</p><div id="said" role="status"></div>
      <button onclick="if (confirm('Delete?')) { out.textContent = 'gone'; said.textContent = 'Deleted' }">Delete</button>`,
    '/alerts': '<title>Many</title><script>for (let i = 1; i < 4; i++) alert(i)</script>',
    '/dialogs-without-end': '<title>Endless</title><script>for (;;) alert("again")</script>',
    '/unsaved':
      '<title>Unsaved</title><script>onbeforeunload = (event) => event.preventDefault()</script><h1>Draft</h1>',
    '/popup': '<title>Opener</title><script>onload = () => window.open("/next")</script>',
    '/popups': `<title>Flood</title><script>
      for (let i = 0; i < 500; i++) {
        window.open("about:blank#" + i);
        // Waits for the answer: what is only under way goes with the page.
        const request = new XMLHttpRequest();
        if (i === 5) request.open("GET", "/flood", false), request.send();
      }
    </script>`,
    '/flood': (_, response) => {
      floods++;
      response.end();
    },
    '/wide':
      '<title></title><script>const report = () => { document.title = innerWidth + "x" + innerHeight }; report(); onresize = report</script>',
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
const title = async () => (await call('browser_tabs')).page?.title;

describe('history', () => {
  test('browser_back, browser_forward and browser_reload say where they landed', async () => {
    await open('/');
    await open('/next');
    expect((await call('browser_back')).data).toEqual({ url: `${pages.origin}/`, title: 'Home', status: 200 });
    expect((await call('browser_forward')).data).toMatchObject({ title: 'Next' });
    expect((await call('browser_reload')).data).toMatchObject({ url: `${pages.origin}/next`, title: 'Next' });
  });

  test('moves within a document count as pages', async () => {
    await open('/');
    await open('/#part');
    expect((await call('browser_back')).page).toMatchObject({ url: `${pages.origin}/` });
  });

  test('says when there is nothing to go back or forward to', async () => {
    await expect(call('browser_back')).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('There is no page to go back to: the browser stays at about:blank'),
      hint: 'Open a page with browser_navigate.',
    });
    await expect(call('browser_forward')).rejects.toMatchObject({
      message: expect.stringContaining('There is no page to go forward to'),
    });
  });
});

describe('dialogs', () => {
  test('an alert is reported at once, blocks the page, and is answered by browser_dialog', async () => {
    const opened = await open('/alert');
    expect(opened.page).toMatchObject({ dialog: { type: 'alert', message: 'stop' } });
    expect(opened.text).toContain('a dialog is open (alert): "stop", answer it with browser_dialog');
    await expect(call('browser_snapshot')).rejects.toMatchObject({
      code: 'dialog_open',
      hint: 'Answer it with browser_dialog.',
    });
    await expect(open('/')).rejects.toMatchObject({ code: 'dialog_open' });
    expect((await call('browser_dialog', { accept: true })).data).toEqual({
      type: 'alert',
      message: 'stop',
      accepted: true,
      effects: { waited: expect.any(Number) },
    });
    expect((await call('browser_snapshot')).text).toContain('After');
  });

  test.each([
    ['/confirm', { accept: true }, 'yes'],
    ['/confirm', { accept: false }, 'no'],
    ['/prompt', { accept: true, text: 'Grace' }, 'Grace'],
    ['/prompt', { accept: false }, 'null'],
  ])('%s answered with %j makes the page say %s', async (path, answer, said) => {
    await open(path);
    await call('browser_dialog', answer);
    await vi.waitFor(async () => expect(await title()).toBe(said));
  });

  test('what the page does after the answer is reported with it', async () => {
    await open('/asking');
    await call('browser_snapshot');
    expect((await call('browser_click', { selector: 'button' })).data).toMatchObject({
      effects: { dialog: { type: 'confirm' } },
    });
    const { data, text } = await call('browser_dialog', { accept: true });
    expect(data).toMatchObject({ effects: { announcements: ['Deleted'], changes: expect.stringContaining('gone') } });
    expect(text).toContain('gone');
  });

  test('one after the other, each is reported', async () => {
    await open('/alerts');
    for (const message of ['1', '2', '3']) {
      await vi.waitFor(async () => expect((await call('browser_tabs')).page?.dialog?.message).toBe(message));
      await call('browser_dialog', { accept: true });
    }
    await vi.waitFor(async () => expect((await call('browser_tabs')).page?.dialog).toBeUndefined());
  });

  test('without end can be left by another tab, which is said', async () => {
    await call('browser_navigate', { url: `${pages.origin}/dialogs-without-end` });
    for (let count = 0; count < 4; count++) await call('browser_dialog', { accept: true });
    await expect(call('browser_snapshot')).rejects.toMatchObject({
      code: 'dialog_open',
      hint: expect.stringContaining('open another tab with browser_tabs, and close t1'),
    });
    await call('browser_tabs', { action: 'new', url: `${pages.origin}/` });
    expect((await call('browser_tabs', { action: 'close', tab: 't1' })).data).toMatchObject({ tabs: [{ id: 't2' }] });
  });

  test('a page does not keep the agent from leaving', async () => {
    await open('/unsaved');
    expect((await open('/next')).data).toMatchObject({ title: 'Next' });
  });

  test('without one, browser_dialog says so', async () => {
    await expect(call('browser_dialog', { accept: true })).rejects.toMatchObject({
      message: expect.stringContaining('No dialog is open.'),
    });
  });
});

describe('browser_tabs', () => {
  test('opens, lists, selects and closes by ids that are never used twice', async () => {
    await open('/');
    await call('browser_tabs', { action: 'new', url: `${pages.origin}/next` });
    // Chrome learns a title a moment after the page is there.
    await vi.waitFor(async () =>
      expect((await call('browser_tabs')).data).toEqual({
        tabs: [
          { id: 't1', url: `${pages.origin}/`, title: 'Home', active: false },
          { id: 't2', url: `${pages.origin}/next`, title: 'Next', active: true },
        ],
      }),
    );
    expect((await call('browser_tabs', { action: 'select', tab: 't1' })).page).toMatchObject({
      tab: 't1',
      title: 'Home',
    });
    expect((await call('browser_tabs', { action: 'close', tab: 't2' })).text).toContain('* t1 "Home"');
    expect((await call('browser_tabs', { action: 'new' })).page).toMatchObject({ tab: 't3', url: 'about:blank' });
  });

  test('a tab that the page opens is listed, and the agent stays where it is', async () => {
    await open('/popup');
    await vi.waitFor(async () => {
      const { data, page } = await call('browser_tabs');
      expect(page).toMatchObject({ tab: 't1', title: 'Opener' });
      expect(data).toMatchObject({
        tabs: [
          { id: 't1', active: true },
          { id: 't2', title: 'Next', active: false },
        ],
      });
    });
    expect((await call('browser_tabs', { action: 'select', tab: 't2' })).page).toMatchObject({ title: 'Next' });
    expect((await call('browser_snapshot')).text).toContain('heading "Next"');
  });

  test('when the last tab is closed, the next call works in a new one', async () => {
    await open('/');
    await call('browser_tabs', { action: 'close' });
    expect((await call('browser_snapshot')).page).toMatchObject({ url: 'about:blank' });
    expect((await open('/')).page).toMatchObject({ title: 'Home' });
  });

  test('a page that opens 500 is stopped, and the next call works', async () => {
    await expect(open('/popups')).rejects.toMatchObject({
      code: 'browser_lost',
      message: expect.stringContaining(`The page at ${pages.origin}/popups was stopped: it opened more than 30 tabs.`),
    });
    expect((await call('browser_snapshot')).page).toMatchObject({ url: 'about:blank' });
    expect((await open('/')).page).toMatchObject({ title: 'Home' });
    await vi.waitFor(
      async () => expect((await call('browser_tabs')).data).toMatchObject({ tabs: [{ title: 'Home' }] }),
      20_000,
    );
  });

  test('a tab that opens 500 is ended, and the page that it came from is still there', async () => {
    await open('/next');
    const before = floods;
    await call('browser_evaluate', { script: `void window.open('/popups')` });
    await vi.waitFor(async () => {
      expect(floods).toBe(before + 1);
      expect((await call('browser_tabs')).text).not.toContain('about:blank#');
      expect((await call('browser_snapshot')).text).toContain('heading "Next"');
    });
  });

  test.each([
    [{ action: 'select' }, 'invalid_input', 'needs tab'],
    [{ action: 'select', tab: 't9' }, 'not_found', 'There is no tab t9.'],
    [{ action: 'close', tab: 't9' }, 'not_found', 'There is no tab t9.'],
    [{ action: 'new', url: 'file:///etc/passwd' }, 'denied', 'file:'],
  ])('%j is reported as %s', async (input, code, message) => {
    await expect(call('browser_tabs', input)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

describe('REQ-BT-005: browser_resize', () => {
  test('the page is 1280×720 at first, and new tabs have the size that was set', async () => {
    expect((await open('/wide')).page).toMatchObject({ title: '1280x720' });
    await call('browser_resize', { width: 375, height: 812 });
    await vi.waitFor(async () => expect(await title()).toBe('375x812'));
    const { page } = await call('browser_tabs', { action: 'new', url: `${pages.origin}/wide` });
    expect(page).toMatchObject({ title: '375x812' });
  });

  test('a picture that is being taken for the history does not bring back the size before', async () => {
    await open('/wide');
    for (const width of [400, 500, 600]) {
      let resized: Promise<unknown> | undefined;
      // It is asked when the page was read, right before the picture.
      const signal = Object.defineProperty(new AbortController().signal, 'aborted', {
        get: () => {
          resized = call('browser_resize', { width, height: 300 });
          return false;
        },
      });
      const look = await lookAt(current(), { since: 0, age: 0, unanswered: new Set(), signal });
      expect(look?.picture).toBeDefined();
      await resized;
      expect((await call('browser_evaluate', { script: 'innerWidth' })).data).toMatchObject({ value: String(width) });
    }
  });

  test.each([
    { width: 0, height: 1 },
    { width: -5, height: 10 },
    { width: 1.5, height: 2 },
    { width: 1e6, height: 2 },
  ])('%j is refused', async (size) => {
    await expect(call('browser_resize', size)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('a size that is not positive is refused by the words of the tool design', async () => {
    await expect(call('browser_resize', { width: 0, height: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('Invalid dimensions: width and height must be positive'),
    });
  });
});
