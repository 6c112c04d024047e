import { startChrome, startProxy } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LiveServer, REPORTING, startLiveServer, TOKEN } from './live-server.ts';
import { openViewerPage, type ViewerPage } from './viewer-page.ts';

// One Chrome watches another. This is the page that the agent has open in the other.
const PAGE = `<!doctype html><title>Watched</title>
  <style>
    body { margin: 0; height: 3000px; background: rgb(0 128 0); font: 16px monospace; }
    button, input, select, #drag { position: absolute; box-sizing: border-box; margin: 0; }
    #target { left: 900px; top: 500px; width: 40px; height: 40px; }
    #field { left: 100px; top: 100px; width: 400px; height: 40px; }
    #choice { left: 100px; top: 200px; width: 200px; height: 30px; }
    #file { left: 100px; top: 300px; width: 300px; height: 30px; }
    #ask { left: 100px; top: 400px; width: 100px; height: 40px; }
    #day { left: 600px; top: 100px; width: 200px; height: 30px; }
    #colour { left: 600px; top: 200px; width: 60px; height: 30px; }
    #fruit { left: 600px; top: 300px; width: 200px; height: 30px; }
    #hand { left: 600px; top: 400px; width: 100px; height: 40px; cursor: pointer; }
    #drag { left: 300px; top: 500px; width: 40px; height: 40px; background: white; }
  </style>
  <button id=target></button><input id=field><select id=choice><option>Apple<option>Banana<option>Cherry</select>
  <input id=file type=file><button id=ask>Ask</button><div id=drag></div>
  <input id=day type=date value=2026-01-02><input id=colour type=color value=#ff0000>
  <input id=fruit list=fruits><datalist id=fruits><option value=Plum><option value=Pear></datalist><button id=hand>Hand</button>
  <script>
    ${REPORTING}
    for (const type of ['click', 'dblclick', 'contextmenu']) addEventListener(type, ({ target, clientX, clientY, detail }) =>
      report(type, { id: target.id, x: clientX, y: clientY, detail }));
    addEventListener('auxclick', ({ button }) => report('auxclick', { button }));
    addEventListener('scroll', () => report('scroll', { y: scrollY }));
    field.oninput = ({ isComposing }) => report('input', { value: field.value, isComposing });
    field.onkeydown = ({ key, code, ctrlKey }) => report('key', { key, code, ctrlKey });
    for (const field of [day, colour]) field.onchange = () => report(field.id, { value: field.value });
    fruit.oninput = () => report('fruit', { value: fruit.value });
    choice.onchange = () => report('choice', { value: choice.value });
    file.onchange = async () => report('file', { name: file.files[0].name, text: await file.files[0].text() });
    ask.onclick = () => report('answer', { value: prompt('Your name?', 'Ada') });
    addEventListener('touchend', ({ changedTouches: [touch] }) => report('touch', { x: touch.clientX, y: touch.clientY }));
    drag.onmousedown = ({ clientX, clientY }) => {
      addEventListener('mouseup', (up) => report('drag', { from: [clientX, clientY], to: [up.clientX, up.clientY], buttons: up.buttons }), { once: true });
    };
  </script>`;

const LOGIN = `<!doctype html><title>Log in</title><form><input name=user autofocus><input name=password type=password><button>Log in</button></form>
  <script>
    document.forms[0].onsubmit = (event) => {
      event.preventDefault();
      document.body.innerHTML = '<h1>Welcome, ' + document.forms[0].user.value + '</h1>';
    };
  </script>`;

let browser: Browser;
let live: LiveServer;

beforeAll(async () => {
  browser = await startChrome();
  live = await startLiveServer({ '/page': PAGE, '/login': LOGIN });
});
afterAll(async () => {
  await browser.close();
  await live[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await live.call('browser_navigate', { url: `${live.site.origin}/page` });
});
afterEach(() => {
  live.reports.length = 0;
});

// A tab of a person who hands back before they leave: control would stay theirs for a while, in case they return.
async function openPoliteViewer(): Promise<ViewerPage> {
  const viewer = await openViewerPage(browser, live.site.origin);
  const leave = viewer[Symbol.asyncDispose];
  return {
    ...viewer,
    async [Symbol.asyncDispose]() {
      await viewer.page.evaluate(() => window.viewer.giveControl());
      await viewer.until((state) => !state.isDriving);
      await leave();
    },
  };
}

// A viewer on a bare canvas that has a picture and control.
async function drive(style: string): Promise<ViewerPage> {
  const viewer = await openPoliteViewer();
  await viewer.page.evaluate((style, link) => window.openViewer(style, link), style, await live.link());
  await viewer.until((state) => state.picture !== null && state.metadata !== null);
  await viewer.page.evaluate(() => window.viewer.takeControl());
  await viewer.until((state) => state.isDriving);
  return viewer;
}

describe.each([
  ['100 %', 'width:1280px;height:720px', 1],
  ['50 %', 'width:640px;height:360px', 0.5],
  ['the width of a phone', 'width:390px;height:300px;object-fit:contain', 390 / 1280],
])('at %s', (_, style, scale) => {
  // Where a spot of the watched page is on the screen of the watcher.
  const at = (x: number, y: number): [number, number] => {
    const bar = scale < 0.5 ? (300 - 720 * scale) / 2 : 0;
    return [x * scale, y * scale + bar];
  };
  // Chrome reports whole pixels.
  const near = 1;

  test('clicks, double clicks and the other buttons land on the right spot', async () => {
    await using viewer = await drive(style);
    const { mouse } = viewer.page;
    await mouse.click(...at(920, 520));
    const click = await live.report(({ type }) => type === 'click');
    expect(click).toMatchObject({ id: 'target', detail: 1 });
    expect(Math.abs(Number(click.x) - 920)).toBeLessThanOrEqual(near);
    expect(Math.abs(Number(click.y) - 520)).toBeLessThanOrEqual(near);
    await mouse.click(...at(920, 520), { count: 2 });
    expect(await live.report(({ type }) => type === 'dblclick')).toMatchObject({ id: 'target', detail: 2 });
    await mouse.click(...at(920, 520), { button: 'right' });
    expect(await live.report(({ type }) => type === 'contextmenu')).toMatchObject({ id: 'target' });
    await mouse.click(...at(920, 520), { button: 'middle' });
    expect(await live.report((report) => report.type === 'auxclick' && report.button === 1)).toBeDefined();
  });

  test('a drag, a wheel and a finger do, too', async () => {
    await using viewer = await drive(style);
    const { mouse, touchscreen } = viewer.page;
    await mouse.move(...at(320, 520));
    await mouse.down();
    await mouse.move(...at(600, 300), { steps: 3 });
    await mouse.up();
    const { from, to } = (await live.report(({ type }) => type === 'drag')) as unknown as Record<string, number[]>;
    for (const [found, wanted] of [
      [from, [320, 520]],
      [to, [600, 300]],
    ] as const) {
      expect(Math.abs((found?.[0] ?? 0) - wanted[0])).toBeLessThanOrEqual(near);
      expect(Math.abs((found?.[1] ?? 0) - wanted[1])).toBeLessThanOrEqual(near);
    }
    await touchscreen.tap(...at(920, 520));
    const touch = await live.report(({ type }) => type === 'touch');
    // The test's finger points at whole pixels of the watcher.
    expect(Math.abs(Number(touch.x) - 920)).toBeLessThanOrEqual(0.5 / scale + near);
    await mouse.wheel({ deltaY: 400 });
    expect((await live.report(({ type, y }) => type === 'scroll' && Number(y) > 0)).y).toBeGreaterThan(0);
  });

  test('text is typed where the click was', async () => {
    await using viewer = await drive(style);
    await viewer.page.mouse.click(...at(300, 120));
    await viewer.page.keyboard.type('Hi!');
    expect(await live.report(({ type, value }) => type === 'input' && value === 'Hi!')).toBeDefined();
  });
});

describe('typing', () => {
  async function inField(): Promise<ViewerPage> {
    const viewer = await drive('width:1280px;height:720px');
    await viewer.page.mouse.click(300, 120);
    await live.report(({ type, id }) => type === 'click' && id === 'field');
    return viewer;
  }
  const value = (expected: string) => live.report((report) => report.type === 'input' && report.value === expected);

  test('editing keys and shortcuts', async () => {
    await using viewer = await inField();
    const { keyboard } = viewer.page;
    await keyboard.type('abcd');
    await keyboard.press('Backspace');
    await value('abc');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Delete');
    await value('ab');
    await keyboard.press('Home');
    await keyboard.type('Z');
    await value('Zab');
    await keyboard.down('Control');
    await keyboard.press('a');
    await keyboard.up('Control');
    await keyboard.type('x');
    await value('x');
    await keyboard.press('Enter');
    expect(await live.report(({ type, key }) => type === 'key' && key === 'Enter')).toMatchObject({ code: 'Enter' });
  });

  test('an input method, an emoji, and a paste', async () => {
    await using viewer = await inField();
    const devtools = await viewer.page.createCDPSession();
    await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    expect(await value('に')).toMatchObject({ isComposing: true });
    await devtools.send('Input.insertText', { text: '日本' });
    await value('日本');
    await devtools.send('Input.insertText', { text: '👋' });
    await value('日本👋');
    const { origin } = live.site;
    await viewer.page
      .browserContext()
      .overridePermissions(origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    await viewer.page.evaluate(() => navigator.clipboard.writeText(' pasted'));
    await viewer.page.keyboard.down('Control');
    await viewer.page.keyboard.press('v', { commands: ['Paste'] });
    await value('日本👋 pasted');
    await viewer.page.keyboard.press('a');
    await viewer.page.keyboard.press('x');
    await value('');
    await viewer.page.waitForFunction(async () => (await navigator.clipboard.readText()) === '日本👋 pasted');
  });

  test('without control nothing arrives, and the agent goes on', async () => {
    await using viewer = await inField();
    await viewer.page.evaluate(() => window.viewer.giveControl());
    await viewer.until((state) => !state.isDriving);
    await viewer.page.keyboard.type('nothing');
    await viewer.page.mouse.click(920, 520);
    await live.call('browser_fill', { selector: '#field', value: 'agent' });
    await value('agent');
    expect(live.reports.filter(({ type }) => type === 'click')).toEqual([]);
  });
});

describe('in the whole window', () => {
  interface Seat extends ViewerPage {
    click(name: string): Promise<void>;
    shows(text: string): Promise<void>;
    /** Clicks on a spot of the watched page. */
    point(x: number, y: number): Promise<void>;
    /** Clicks on a field of the watched page, and sets it in the picker that this opens. */
    setPicker(x: number, y: number, kind: string, value: string): Promise<void>;
  }

  async function sit(role: 'view' | 'control' = 'control'): Promise<Seat> {
    const viewer = await openPoliteViewer();
    const { page } = viewer;
    await page.evaluate((link) => window.openWindow('width:800px', link), await live.link(role));
    await viewer.until((state) => state.picture !== null && state.metadata !== null);
    const click: Seat['click'] = async (name) => {
      await (await page.waitForSelector(`::-p-aria([name="${name}"])`, { visible: true }))?.click();
    };
    const point: Seat['point'] = async (x, y) => {
      const box = await page.evaluate(() => window.viewer.canvas.getBoundingClientRect().toJSON());
      await page.mouse.click(box.x + (x / 1280) * box.width, box.y + (y / 720) * box.height);
    };
    return {
      ...viewer,
      click,
      point,
      async setPicker(x, y, kind, value) {
        await point(x, y);
        const field = await page.waitForSelector(`>>> input[type=${kind}]`, { visible: true });
        await field?.evaluate((input, value) => Object.assign(input, { value }), value);
        await click('Set');
      },
      shows: async (text) => {
        await page.waitForFunction((text) => window.shownText().includes(text), {}, text);
      },
    };
  }

  test('a login is taken over and handed back while the agent waits', async () => {
    await live.call('browser_navigate', { url: `${live.site.origin}/login` });
    await using seat = await sit();
    const asked = live.call('browser_request_user', { message: 'Please log in.', purpose: 'login' });
    await seat.shows('Please log in.');
    await seat.click('Take over');
    await seat.shows('You are driving');
    await expect(live.call('browser_click', { selector: 'input' })).rejects.toMatchObject({
      code: 'control_held_by_user',
    });
    // A login is private: the agent may not even look.
    await expect(live.call('browser_snapshot')).rejects.toMatchObject({ code: 'control_held_by_user' });
    await seat.page.keyboard.type('ada');
    await seat.page.keyboard.press('Tab');
    await seat.page.keyboard.type('correct horse');
    await seat.page.keyboard.press('Enter');
    await seat.click('Done');
    expect((await asked).data).toMatchObject({ outcome: 'done' });
    await seat.shows('Agent is driving');
    const { text } = await live.call('browser_snapshot');
    expect(text).toContain('Welcome, ada');
    expect(text).not.toContain('correct horse');
  });

  test('of two viewers one drives, and one that may only watch cannot', async () => {
    await using first = await sit();
    await using second = await sit();
    await using watcher = await sit('view');
    await first.click('Take over');
    await first.shows('You are driving');
    await second.shows('Someone else is driving');
    await second.point(920, 520);
    await watcher.point(920, 520);
    await first.point(320, 120);
    expect(await live.report(({ type }) => type === 'click')).toMatchObject({ id: 'field' });
    await first.click('Hand back');
    await second.click('Take over');
    await second.shows('You are driving');
    await second.point(920, 520);
    expect(await live.report(({ type }) => type === 'click')).toMatchObject({ id: 'target' });
    await watcher.shows('Someone else is driving');
    await watcher.page.evaluate(() => window.viewer.takeControl());
    await watcher.shows('This link is for watching only.');
    await second.click('Hand back');
    await watcher.shows('Agent is driving');
  });

  test('a select, a date, a colour, suggestions, a dialog and a file are answered in the window', async () => {
    await using seat = await sit();
    await seat.click('Take over');
    await seat.shows('You are driving');
    await seat.point(200, 215);
    await seat.click('Banana');
    expect(await live.report(({ type }) => type === 'choice')).toMatchObject({ value: 'Banana' });

    await seat.setPicker(780, 115, 'date', '2026-03-04');
    expect(await live.report(({ type }) => type === 'day')).toMatchObject({ value: '2026-03-04' });
    await seat.setPicker(630, 215, 'color', '#00ff00');
    expect(await live.report(({ type }) => type === 'colour')).toMatchObject({ value: '#00ff00' });
    await seat.point(700, 315);
    await seat.page.keyboard.type('P');
    // Every key shows the suggestions again, as new elements.
    await seat.until((state) => state.picker?.value === 'P');
    await seat.click('Pear');
    await live.report(({ type, value }) => type === 'fruit' && value === 'Pear');

    await seat.point(150, 420);
    await seat.shows('Your name?');
    await seat.page.keyboard.press('End');
    await seat.page.keyboard.type(' Lovelace');
    await seat.click('OK');
    expect(await live.report(({ type }) => type === 'answer')).toMatchObject({ value: 'Ada Lovelace' });

    await seat.point(130, 315);
    await seat.shows('Choose a file to upload');
    const field = await seat.page.waitForSelector('>>> input[type=file]', { visible: true });
    await field?.evaluate((input) => {
      const files = new DataTransfer();
      files.items.add(new File(['the content'], 'note.txt', { type: 'text/plain' }));
      (input as HTMLInputElement).files = files.files;
    });
    await seat.click('Upload');
    expect(await live.report(({ type }) => type === 'file')).toMatchObject({ name: 'note.txt', text: 'the content' });
  });
});

test('the cursor, tabs and addresses are those of the watched browser', async () => {
  await using viewer = await drive('width:1280px;height:720px');
  const { page } = viewer;
  await page.mouse.click(1100, 650);
  await page.mouse.move(650, 420);
  await page.waitForFunction(() => getComputedStyle(window.viewer.canvas).cursor === 'pointer');
  await page.evaluate((url) => window.viewer.navigate({ url }), `${live.site.origin}/login`);
  await viewer.until((state) => state.history?.url.endsWith('/login') === true && state.history.canGoBack);
  await page.evaluate(() => window.viewer.navigate('back'));
  await viewer.until((state) => state.history?.url.endsWith('/page') === true && state.history.canGoForward);
  await page.evaluate((url) => window.viewer.newTab(url), `${live.site.origin}/login`);
  await viewer.until((state) => state.tabs.length === 2 && state.history?.url.endsWith('/login') === true);
  await page.evaluate(() => window.viewer.closeTab(window.viewer.getSnapshot().watching ?? ''));
  await viewer.until((state) => state.tabs.length === 1 && state.history?.url.endsWith('/page') === true);
  expect(await viewer.state()).toMatchObject({ isDriving: true, history: { canGoForward: true } });
});

test('a lost connection keeps the picture and the control, and goes on', async () => {
  await using proxy = await startProxy(Number(new URL(live.site.origin).port));
  live.alsoServedAs(`127.0.0.1:${proxy.port}`);
  await using viewer = await openPoliteViewer();
  const url = `ws://127.0.0.1:${proxy.port}/browser/stream?sessionId=demo`;
  await viewer.page.evaluate((url, token) => window.openViewer('width:1280px', { url, token }), url, TOKEN);
  await viewer.until((state) => state.picture !== null && state.metadata !== null);
  await viewer.page.evaluate(() => window.viewer.takeControl());
  await viewer.until((state) => state.isDriving);
  const isGreen = async () => {
    const [red = 255, green = 0] = await viewer.colourAt(1200, 650);
    return red < 50 && green > 100;
  };
  // The first picture may be of a page that is not painted yet.
  await expect.poll(isGreen).toBe(true);
  await viewer.page.evaluate(() => {
    const lost: boolean[] = [];
    Object.assign(window, { lost });
    window.viewer.subscribe(() => window.viewer.getSnapshot().status === 'reconnecting' && lost.push(true));
  });
  proxy.cut();
  await viewer.page.waitForFunction('lost.length > 0');
  expect(await isGreen()).toBe(true);
  await viewer.until((state) => state.status === 'live' && state.isDriving);
  await viewer.page.mouse.click(920, 520);
  expect(await live.report(({ type }) => type === 'click')).toMatchObject({ id: 'target' });
});
