import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlState, Picker, UserRequest } from '@btcp/protocol';
import { type PageServer, type StreamServer, startChrome, startStream } from '@btcp/test-support';
import type { WindowView } from '@btcp/viewer/window';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openViewerPage, paintFrame, serveViewerPage, type ViewerPage } from './viewer-page.ts';

let browser: Browser;
let site: PageServer;
let picture: Uint8Array;

beforeAll(async () => {
  browser = await startChrome();
  site = await serveViewerPage();
  picture = await paintFrame(browser, 'white');
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

interface OpenWindow extends AsyncDisposable {
  stream: StreamServer;
  viewer: ViewerPage;
  page: Page;
  /** The one thing of that role and name. */
  find(role: string, name: string): Promise<ElementHandle>;
  click(role: string, name: string): Promise<void>;
  /** What a person reads in the window. */
  text(): Promise<string>;
  shows(text: string): Promise<void>;
}

async function openWindow(isDriving = false, view: WindowView = 'expanded'): Promise<OpenWindow> {
  const stream = await startStream();
  const viewer = await openViewerPage(browser, site.origin);
  const { page } = viewer;
  await page.evaluate((url, view) => window.openWindow('width:1000px', { url, view }), stream.url, view);
  await stream.connected(1);
  stream.greet({ isDriving });
  stream.sendFrame(picture, 1);
  if (view !== 'collapsed') await stream.take('ack');
  const find: OpenWindow['find'] = async (role, name) => {
    const found = await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`, { visible: true });
    if (!found) throw new Error(`There is no ${role} ${name}.`);
    return found;
  };
  const text = () => page.evaluate(() => window.shownText());
  return {
    stream,
    viewer,
    page,
    find,
    click: async (role, name) => (await find(role, name)).click(),
    text,
    async shows(expected) {
      await page.waitForFunction((expected) => window.shownText().includes(expected), {}, expected);
    },
    async [Symbol.asyncDispose]() {
      await viewer[Symbol.asyncDispose]();
      await stream[Symbol.asyncDispose]();
    },
  };
}

function asks(purpose: UserRequest['purpose'], holder: ControlState['holder'] = { kind: 'agent' }) {
  const request = { id: 'r1', message: 'Please log in.', purpose, deadline: Date.now() + 600_000 };
  return {
    type: 'control',
    control: { holder, epoch: 2, reason: 'taken', isPrivate: false, request },
  } as const;
}

describe('who drives', () => {
  test('a person takes over, makes it private and hands back', async () => {
    await using open = await openWindow();
    await open.shows('Agent is driving');
    await open.click('button', 'Take over');
    expect(await open.stream.take('take_control')).toEqual({ type: 'take_control' });
    open.stream.greet({ isDriving: true });
    await open.shows('You are driving');
    // After taking over, a person can type at once.
    await open.viewer.until((state) => state.hasKeyboard);
    await open.click('button', 'Private');
    expect(await open.stream.take('set_private')).toEqual({ type: 'set_private', isPrivate: true });
    await open.click('button', 'Hand back');
    expect(await open.stream.take('give_control')).toEqual({ type: 'give_control' });
  });

  test('what the agent asks for is shown with its answers', async () => {
    await using open = await openWindow();
    open.stream.send(asks('login'));
    await open.shows('Please log in.');
    await open.shows('10 min left');
    await open.click('button', 'Decline');
    expect(await open.stream.take('decline_request')).toEqual({ type: 'decline_request', id: 'r1' });
    await open.click('button', 'Take over');
    expect(await open.stream.take('take_control')).toEqual({ type: 'take_control' });
    open.stream.send(asks('login', { kind: 'viewer', viewer: 'v1' }));
    await open.click('button', 'Done');
    expect(await open.stream.take('give_control')).toEqual({ type: 'give_control', outcome: 'done' });
    await open.click('button', 'Decline');
    expect(await open.stream.take('give_control')).toEqual({ type: 'give_control', outcome: 'declined' });
  });

  test('another person is named, and cannot be pushed aside', async () => {
    await using open = await openWindow();
    open.stream.send(asks('other', { kind: 'viewer', viewer: 'v2', name: 'Maya' }));
    await open.shows('Maya is driving');
    expect(await open.text()).not.toMatch(/Take over|Done|Decline/);
    open.stream.send(asks('other', { kind: 'viewer', viewer: 'v2', name: 'Maya', isAway: true }));
    await open.shows('Maya has lost the connection');
    await open.click('button', 'Take over');
    await open.stream.take('take_control');
  });
});

describe('tabs and addresses', () => {
  const tabs = [
    { id: 't1', url: 'https://a.example/', title: 'Apples', active: true },
    { id: 't2', url: 'https://b.example/', title: 'Bananas', active: false },
  ];

  test('who watches looks at a tab alone, and follows the agent again', async () => {
    await using open = await openWindow();
    open.stream.send({ type: 'tabs', tabs, watching: 't1', isFollowing: true });
    await open.click('button', 'Bananas');
    expect(await open.stream.take('watch')).toEqual({ type: 'watch', tab: 't2' });
    open.stream.send({ type: 'tabs', tabs, watching: 't2', isFollowing: false });
    await open.click('button', 'Follow agent');
    await open.stream.take('follow_agent');
    expect(await (await open.find('button', 'Back')).evaluate((back) => (back as HTMLButtonElement).disabled)).toBe(
      true,
    );
  });

  test('who drives switches, opens and closes tabs, and goes places', async () => {
    await using open = await openWindow(true);
    open.stream.send({ type: 'tabs', tabs, watching: 't1', isFollowing: true });
    await open.click('button', 'Bananas');
    expect(await open.stream.take('switch_tab')).toEqual({ type: 'switch_tab', tab: 't2' });
    await open.click('button', 'Close tab Bananas');
    expect(await open.stream.take('close_tab')).toEqual({ type: 'close_tab', tab: 't2' });
    await open.click('button', 'New tab');
    expect(await open.stream.take('new_tab')).toEqual({ type: 'new_tab' });
    await open.click('button', 'Back');
    expect(await open.stream.take('navigate')).toEqual({ type: 'navigate', action: 'back' });
    open.stream.send({ type: 'loading', tab: 't1', loading: true });
    await open.click('button', 'Stop loading');
    expect(await open.stream.take('navigate')).toEqual({ type: 'navigate', action: 'stop' });

    for (const [typed, url] of [
      ['example.com/a', 'https://example.com/a'],
      ['localhost:3000', 'http://localhost:3000'],
      ['http://plain.example', 'http://plain.example'],
    ] as const) {
      await open.click('textbox', 'Address');
      await open.page.keyboard.type(typed);
      await open.page.keyboard.press('Enter');
      expect(await open.stream.take('navigate')).toEqual({ type: 'navigate', action: 'to', url });
    }
  });
});

describe('what a screencast does not show', () => {
  const select: Picker = {
    id: 'p1',
    kind: 'select',
    rectangle: { x: 128, y: 72, width: 256, height: 36 },
    label: 'Fruit',
    value: 'Apple',
    multiple: false,
    options: ['Apple', 'Banana', 'Cherry'].map((label, index) => ({
      index,
      label,
      selected: index === 0,
      disabled: index === 2,
    })),
  };

  test('a select opens at the element, and takes a click', async () => {
    await using open = await openWindow(true);
    open.stream.send({ type: 'picker', tab: 't1', picker: select });
    const list = await open.find('listbox', 'Fruit');
    const canvas = await open.page.evaluate(() => window.viewer.canvas.getBoundingClientRect().toJSON());
    const box = await list.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(canvas.x + canvas.width * 0.1);
    expect(box?.x).toBeLessThan(canvas.x + canvas.width * 0.11);
    expect(box?.y).toBeGreaterThanOrEqual(canvas.y + canvas.height * 0.15);
    expect(box?.y).toBeLessThan(canvas.y + canvas.height * 0.17);
    await open.click('option', 'Banana');
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p1', indexes: [1] });
    // The keyboard is the page's again.
    await open.viewer.until((state) => state.picker === null && state.hasKeyboard);
  });

  test('a select takes keys, and Escape leaves it as it was', async () => {
    await using open = await openWindow(true);
    open.stream.send({ type: 'picker', tab: 't1', picker: select });
    await open.find('listbox', 'Fruit');
    await open.page.keyboard.press('ArrowDown');
    await open.page.keyboard.press('Enter');
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p1', indexes: [1] });
    // An Enter that went on to the page would open the list again.
    await open.page.evaluate(() => window.viewer.followAgent());
    await open.stream.take('follow_agent');
    expect(open.stream.received.filter(({ type }) => type === 'input_keyboard')).toEqual([]);
    open.stream.send({ type: 'picker', tab: 't1', picker: { ...select, id: 'p2', multiple: true } });
    await open.click('button', 'Done');
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p2', indexes: [0] });
    open.stream.send({ type: 'picker', tab: 't1', picker: { ...select, id: 'p3' } });
    await open.find('listbox', 'Fruit');
    await open.page.keyboard.press('Escape');
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p3' });
  });

  test('suggestions do not take the keyboard from the field', async () => {
    await using open = await openWindow(true);
    await open.page.evaluate(() => window.viewer.focus());
    open.stream.send({ type: 'picker', tab: 't1', picker: { ...select, kind: 'datalist', value: 'AN' } });
    await open.find('listbox', 'Fruit');
    expect(await open.page.$$('::-p-aria([role="option"])')).toHaveLength(1);
    expect((await open.viewer.state()).hasKeyboard).toBe(true);
    await open.click('option', 'Banana');
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p1', value: 'Banana' });
  });

  test.each([
    ['date', '2026-01-02', '2026-03-04'],
    ['time', '10:00', '11:30'],
    ['color', '#ff0000', '#00ff00'],
  ] as const)('a %s is set with the native field', async (kind, value, wanted) => {
    await using open = await openWindow(true);
    const picker = { ...select, kind, label: 'When', value, options: [], min: '', max: '' };
    open.stream.send({ type: 'picker', tab: 't1', picker });
    const button = await open.find('button', 'Set');
    const before = await button.evaluate((set, wanted) => {
      const field = (set as HTMLButtonElement).form?.querySelector('input');
      const { type = '', value = '' } = field ?? {};
      if (field) field.value = wanted;
      return { type, value };
    }, wanted);
    expect(before).toEqual({ type: kind, value });
    await button.click();
    expect(await open.stream.take('answer_picker')).toEqual({ type: 'answer_picker', id: 'p1', value: wanted });
  });

  test('dialogs are answered by who drives', async () => {
    await using open = await openWindow(true);
    const prompt = { type: 'prompt', message: 'Your name?', defaultText: 'Ada' } as const;
    open.stream.send({ type: 'dialog', tab: 't1', dialog: prompt });
    const field = await open.find('textbox', 'Your name?');
    expect(await field.evaluate((input) => (input as HTMLInputElement).value)).toBe('Ada');
    await open.page.keyboard.press('End');
    await open.page.keyboard.type(' Lovelace');
    await open.click('button', 'OK');
    const answer = { type: 'answer_dialog', accept: true, text: 'Ada Lovelace' };
    expect(await open.stream.take('answer_dialog')).toEqual(answer);
    open.stream.send({ type: 'dialog', tab: 't1', dialog: { type: 'confirm', message: 'Delete it?' } });
    await open.click('button', 'Cancel');
    expect(await open.stream.take('answer_dialog')).toEqual({ type: 'answer_dialog', accept: false });
    open.stream.send({ type: 'dialog', tab: 't1', dialog: { type: 'alert', message: 'Deleted.' } });
    await open.find('alertdialog', 'The page says');
    await open.page.keyboard.press('Enter');
    expect(await open.stream.take('answer_dialog')).toEqual({ type: 'answer_dialog', accept: true });
  });

  test('dialogs are seen by who watches, without buttons', async () => {
    await using open = await openWindow(false);
    open.stream.send({ type: 'dialog', tab: 't1', dialog: { type: 'confirm', message: 'Delete it?' } });
    await open.shows('Delete it?');
    await open.shows('Take over to answer.');
    expect(await open.text()).not.toMatch(/\bOK\b|Cancel/);
    // Who then takes over answers with a key.
    const holder = { kind: 'viewer', viewer: 'v1' } as const;
    const control = { holder, epoch: 2, reason: 'taken', isPrivate: false, request: null } as const;
    open.stream.send({ type: 'control', control });
    await open.find('button', 'OK');
    await open.page.keyboard.press('Enter');
    expect(await open.stream.take('answer_dialog')).toEqual({ type: 'answer_dialog', accept: true });
  });

  test('files are uploaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'btcp-viewer-'));
    try {
      await using open = await openWindow(true);
      open.stream.send({ type: 'file_chooser', tab: 't1', chooser: { id: 'f1', multiple: true, accept: '.txt' } });
      const [one, two] = ['one.txt', 'two.txt'].map((name) => join(folder, name)) as [string, string];
      writeFileSync(one, 'first');
      writeFileSync(two, Buffer.alloc(20_000, 7));
      await open.viewer.until((state) => state.fileChooser !== null);
      await open.page.evaluate(() => window.viewer.answerFileChooser([new File([new Uint8Array(68e6)], 'large')]));
      await open.shows('The files are larger than 64 MB together.');
      const chooser = open.page.waitForFileChooser();
      await open.click('button', 'Files: No file chosen');
      await (await chooser).accept([one, two]);
      await open.click('button', 'Upload');
      const { files, id } = await open.stream.take('answer_file_chooser');
      expect(id).toBe('f1');
      expect(files.map(({ name, type }) => [name, type])).toEqual([
        ['one.txt', 'text/plain'],
        ['two.txt', 'text/plain'],
      ]);
      const contents = files.map(({ data }) => Buffer.from(data, 'base64'));
      expect(contents).toEqual([Buffer.from('first'), Buffer.alloc(20_000, 7)]);

      // More than a megabyte goes in parts.
      open.stream.send({ type: 'file_chooser', tab: 't1', chooser: { id: 'f2', multiple: true, accept: '' } });
      await open.viewer.until((state) => state.fileChooser?.id === 'f2');
      await open.page.evaluate(() => {
        const chosen = [new File([new Uint8Array(9)], 'small'), new File([new Uint8Array(2e6).fill(7)], 'large')];
        return window.viewer.answerFileChooser(chosen);
      });
      const joined = ['', ''];
      for (let isMore = true; isMore; ) {
        const { files, isPart = false } = await open.stream.take('answer_file_chooser');
        for (const [index, { data }] of files.entries()) joined[index] += data;
        expect(JSON.stringify(files).length).toBeLessThan(1_100_000);
        isMore = isPart;
      }
      const bytes = joined.map((data) => Buffer.from(data, 'base64'));
      expect(bytes.map(({ length }) => length)).toEqual([9, 2e6]);
      expect(bytes[1]?.every((byte) => byte === 7)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('permissions, downloads, the cursor, and what was refused', async () => {
    await using open = await openWindow(true);
    open.stream.send({ type: 'permissions', tab: 't1', origin: 'https://map.example', granted: ['notifications'] });
    await open.click('button', 'Permissions of this site');
    await open.shows('https://map.example may');
    await open.click('checkbox', 'Show notifications');
    const taken = { type: 'set_permission', origin: 'https://map.example', name: 'notifications', granted: false };
    expect(await open.stream.take('set_permission')).toEqual(taken);
    await open.page.browserContext().overridePermissions(new URL(open.page.url()).origin, ['geolocation']);
    await open.page.setGeolocation({ latitude: 52.5, longitude: 13.25, accuracy: 10 });
    await open.click('checkbox', 'Know where you are');
    const position = { latitude: 52.5, longitude: 13.25, accuracy: 10 };
    const given = {
      type: 'set_permission',
      origin: 'https://map.example',
      name: 'geolocation',
      granted: true,
      position,
    };
    expect(await open.stream.take('set_permission')).toEqual(given);

    const download = { id: 'd1', name: 'report.pdf', url: 'https://a.example/report.pdf', received: 10, total: 40 };
    open.stream.send({ type: 'download', download: { ...download, state: 'progress' } });
    await open.shows('Downloading: report.pdf');
    open.stream.send({ type: 'download', download: { ...download, state: 'completed', received: 40 } });
    await open.shows('Downloaded: report.pdf');
    expect(await open.text()).not.toContain('Downloading');

    open.stream.send({ type: 'error', error: { code: 'denied', message: 'This address is not allowed.' } });
    await open.shows('This address is not allowed.');
    // A page's own picture of a cursor would be fetched by the browser of who watches.
    open.stream.send({ type: 'cursor', cursor: 'url("https://map.example/hand.png") 2 2, pointer' });
    await open.page.waitForFunction(() => getComputedStyle(window.viewer.canvas).cursor === 'pointer');
  });
});

describe('views', () => {
  test('collapsed it is a bar that takes no pictures and says what the agent asks for', async () => {
    await using open = await openWindow(false, 'collapsed');
    await open.shows('Browser active — click to expand');
    open.stream.send(asks('captcha'));
    await open.click('button', 'The agent asks: Please log in.');
    expect(await open.stream.take('ack')).toEqual({ type: 'ack', seq: 1 });
    await open.shows('10 min left');
    await open.click('button', 'Collapse');
    expect(await open.text()).toBe('The agent asks: Please log in.');
  });

  test('collapsed it sends no input, also of a person who drives', async () => {
    await using open = await openWindow(true);
    await open.click('button', 'Collapse');
    await open.shows('click to expand');
    await open.page.mouse.click(500, 300);
    await open.page.mouse.wheel({ deltaY: 100 });
    await open.page.keyboard.type('secret');
    await open.page.evaluate(() => window.viewer.followAgent());
    await open.stream.take('follow_agent');
    expect(open.stream.received.filter(({ type }) => type.startsWith('input_'))).toEqual([]);
  });

  test('full screen fills the screen, and Escape leaves it', async () => {
    await using open = await openWindow();
    await open.click('button', 'Full screen');
    await open.page.waitForFunction(() => document.fullscreenElement !== null);
    await open.find('button', 'Leave full screen');
    const view = () => open.page.evaluate(() => window.viewer.canvas.closest('section')?.dataset.view);
    expect(await view()).toBe('fullscreen');
    await open.page.evaluate(() => document.exitFullscreen());
    await open.find('button', 'Full screen');
    expect(await view()).toBe('expanded');
  });

  test('a lost connection is reported over the last picture', async () => {
    await using open = await openWindow();
    open.stream.greet({ isDriving: true });
    await open.shows('You are driving');
    open.stream.close(1011);
    await open.shows('Reconnecting…');
    await open.shows('You were driving');
    await open.stream.connected(2);
    open.stream.close(4404);
    await open.shows('No browser is open.');
    expect(await open.page.evaluate(() => window.viewer.getSnapshot())).toMatchObject({
      status: 'closed',
      closeReason: 'No browser is open.',
    });
  });

  test('closing leaves the element empty', async () => {
    await using open = await openWindow();
    await open.page.evaluate(() => window.browserWindow.close());
    expect(await open.page.evaluate(() => document.querySelector('div')?.shadowRoot?.childElementCount)).toBe(0);
  });
});
