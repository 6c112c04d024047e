import type { KeyboardMessage, MouseMessage } from '@btcp/protocol';
import { type PageServer, type StreamServer, startChrome, startStream } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
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

interface Driver extends AsyncDisposable {
  stream: StreamServer;
  viewer: ViewerPage;
  page: Page;
}

// A viewer that drives a page of 1280 × 720, with a first picture drawn.
async function drive(style = 'width:1280px;height:720px', isDriving = true): Promise<Driver> {
  const stream = await startStream();
  const viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((style, url) => window.openViewer(style, { url }), style, stream.url);
  await stream.connected(1);
  stream.greet({ isDriving });
  stream.sendFrame(picture, 1);
  await stream.take('ack');
  return {
    stream,
    viewer,
    page: viewer.page,
    async [Symbol.asyncDispose]() {
      await viewer[Symbol.asyncDispose]();
      await stream[Symbol.asyncDispose]();
    },
  };
}

const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x), Math.round(y)];
const isPress = ({ eventType }: MouseMessage) => eventType === 'mousePressed';

describe('the spot under the pointer', () => {
  test.each([
    ['at 100 %', 'width:1280px;height:720px', [320, 180], [320, 180]],
    ['at 50 %', 'width:640px;height:360px', [320, 180], [640, 360]],
    ['at the width of a phone', 'width:320px;height:180px', [80, 45], [320, 180]],
    ['stretched', 'width:640px;height:720px', [160, 180], [320, 180]],
    ['between bars', 'width:640px;height:640px;object-fit:contain', [320, 320], [640, 360]],
    ['between bars, near the edge', 'width:640px;height:640px;object-fit:contain', [64, 140], [128, 0]],
    ['cut off', 'width:360px;height:360px;object-fit:cover', [180, 180], [640, 360]],
    ['put aside', 'width:640px;height:640px;object-fit:contain;object-position:0 0', [64, 36], [128, 72]],
    ['in a frame', 'width:640px;height:360px;border:10px solid;padding:5px', [15 + 160, 15 + 90], [320, 180]],
    [
      'in a frame that counts',
      'box-sizing:border-box;width:660px;height:380px;border:10px solid',
      [170, 100],
      [320, 180],
    ],
    ['transformed', 'width:1280px;height:720px;transform:scale(.25);transform-origin:0 0', [80, 45], [320, 180]],
    ['zoomed', 'width:1280px;height:720px;zoom:.5', [160, 90], [320, 180]],
    ['moved', 'position:absolute;left:100px;top:50px;width:640px;height:360px', [260, 140], [320, 180]],
  ] as const)('is found %s', async (_, style, [clientX, clientY], expected) => {
    await using driver = await drive(style);
    await driver.page.mouse.click(clientX, clientY);
    expect(rounded(await driver.stream.take('input_mouse', isPress))).toEqual(expected);
  });

  test('is found with two device pixels for one', async () => {
    await using driver = await drive('width:640px;height:360px');
    await driver.page.setViewport({ width: 1280, height: 720, deviceScaleFactor: 2 });
    await driver.page.mouse.click(320, 180);
    expect(rounded(await driver.stream.take('input_mouse', isPress))).toEqual([640, 360]);
  });

  test('is nowhere on the bars next to the picture', async () => {
    await using driver = await drive('width:640px;height:640px;object-fit:contain');
    await driver.page.mouse.click(320, 20);
    await driver.page.mouse.click(320, 320);
    const presses = await driver.stream.take('input_mouse', isPress);
    expect(rounded(presses)).toEqual([640, 360]);
  });
});

describe('the mouse', () => {
  test('all buttons, with those that are down and the modifiers', async () => {
    await using driver = await drive();
    const { page, stream } = driver;
    for (const [button, bit] of [
      ['left', 1],
      ['middle', 4],
      ['right', 2],
      ['back', 8],
      ['forward', 16],
    ] as const) {
      await page.mouse.click(100, 100, { button });
      expect(await stream.take('input_mouse', isPress)).toMatchObject({ button, buttons: bit, clickCount: 1 });
      const up = await stream.take('input_mouse', ({ eventType }) => eventType === 'mouseReleased');
      expect(up).toMatchObject({ button, buttons: 0 });
    }
    await page.keyboard.down('Shift');
    await page.mouse.click(400, 400);
    expect(await stream.take('input_mouse', isPress)).toMatchObject({ modifiers: 8 });
  });

  test('double and triple clicks are counted', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(50, 60, { count: 3 });
    const counts = [];
    for (let click = 0; click < 3; click++) counts.push((await driver.stream.take('input_mouse', isPress)).clickCount);
    expect(counts).toEqual([1, 2, 3]);
  });

  test('a drag goes on outside the canvas, and ends there', async () => {
    await using driver = await drive('width:640px;height:360px');
    const { mouse } = driver.page;
    await mouse.move(100, 100);
    await mouse.down();
    await mouse.move(900, 500);
    const move = await driver.stream.take('input_mouse', ({ eventType, x }) => eventType === 'mouseMoved' && x > 1280);
    expect(move).toMatchObject({ button: 'left', buttons: 1 });
    await mouse.up();
    const up = await driver.stream.take('input_mouse', ({ eventType }) => eventType === 'mouseReleased');
    expect(rounded(up)).toEqual([1800, 1000]);
  });

  test('the wheel, in pixels also where it counts lines', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    await driver.page.mouse.wheel({ deltaY: 120 });
    const wheel = await driver.stream.take('input_mouse', ({ eventType }) => eventType === 'mouseWheel');
    expect(wheel).toMatchObject({ deltaX: 0, deltaY: 120 });
    await driver.page.evaluate(() => {
      const init = { deltaY: 3, deltaMode: 1, clientX: 10, clientY: 10, cancelable: true };
      const event = new WheelEvent('wheel', init);
      window.viewer.canvas.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error('The page around the viewer would scroll.');
    });
    const lines = await driver.stream.take('input_mouse', ({ eventType }) => eventType === 'mouseWheel');
    expect(lines).toMatchObject({ deltaY: 120 });
  });

  test('fingers', async () => {
    await using driver = await drive('width:640px;height:360px');
    const finger = await driver.page.touchscreen.touchStart(100, 50);
    await finger.move(140, 90);
    await finger.end();
    expect(await driver.stream.take('input_touch')).toMatchObject({
      eventType: 'touchStart',
      touchPoints: [{ x: 200, y: 100 }],
    });
    expect(await driver.stream.take('input_touch')).toMatchObject({
      eventType: 'touchMove',
      touchPoints: [{ x: 280, y: 180 }],
    });
    expect(await driver.stream.take('input_touch')).toMatchObject({ eventType: 'touchEnd', touchPoints: [] });
    expect(await driver.page.evaluate(() => document.querySelector('textarea')?.inputMode)).toBe('none');
  });

  test('two fingers look closer at the picture, and are none of the page', async () => {
    await using driver = await drive('width:640px;height:360px');
    const { page, stream } = driver;
    const fingers = [await page.touchscreen.touchStart(300, 180), await page.touchscreen.touchStart(340, 180)] as const;
    for (let step = 1; step <= 10; step++) {
      await fingers[0].move(300 - 15 * step, 180);
      await fingers[1].move(340 + 15 * step, 180);
    }
    await page.waitForFunction(() => (window.visualViewport?.scale ?? 1) > 1);
    await fingers[0].end();
    await fingers[1].end();
    expect(await stream.take('input_touch')).toMatchObject({ eventType: 'touchStart' });
    expect(await stream.take('input_touch')).toMatchObject({ eventType: 'touchCancel', touchPoints: [] });
    expect(stream.received.filter(({ type }) => type === 'input_touch')).toEqual([]);
  });

  test('who only watches sends nothing', async () => {
    await using driver = await drive(undefined, false);
    const { page, stream } = driver;
    await page.mouse.click(100, 100);
    await page.mouse.wheel({ deltaY: 100 });
    await page.touchscreen.tap(100, 100);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('secret');
    await page.evaluate(() => window.viewer.followAgent());
    await stream.take('follow_agent');
    // What was sent before it has been taken out with it.
    expect(stream.received).toEqual([]);
  });
});

const isDown = ({ eventType }: KeyboardMessage) => eventType === 'keyDown' || eventType === 'rawKeyDown';

describe('the keyboard', () => {
  test.each([
    ['a', { eventType: 'keyDown', key: 'a', code: 'KeyA', text: 'a', windowsVirtualKeyCode: 65, modifiers: 0 }],
    ['Enter', { eventType: 'keyDown', key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }],
    ['Backspace', { eventType: 'rawKeyDown', key: 'Backspace', windowsVirtualKeyCode: 8 }],
    ['Tab', { eventType: 'rawKeyDown', key: 'Tab', windowsVirtualKeyCode: 9 }],
    ['ArrowLeft', { eventType: 'rawKeyDown', key: 'ArrowLeft', windowsVirtualKeyCode: 37 }],
    ['F5', { eventType: 'rawKeyDown', key: 'F5', windowsVirtualKeyCode: 116 }],
    [';', { eventType: 'keyDown', key: ';', code: 'Semicolon', text: ';', windowsVirtualKeyCode: 186 }],
  ] as const)('%s goes down and up', async (key, expected) => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    await driver.page.keyboard.press(key);
    const down = await driver.stream.take('input_keyboard', isDown);
    expect(down).toMatchObject(expected);
    const up = await driver.stream.take('input_keyboard');
    expect(up).toMatchObject({ eventType: 'keyUp', code: down.code });
    expect(up.text).toBeUndefined();
  });

  test('shortcuts have modifiers and type nothing', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    await driver.page.keyboard.down('Control');
    await driver.page.keyboard.press('a');
    const stroke = await driver.stream.take('input_keyboard', (message) => isDown(message) && message.key === 'a');
    expect(stroke).toMatchObject({ eventType: 'rawKeyDown', modifiers: 2, windowsVirtualKeyCode: 65 });
    expect(stroke.text).toBeUndefined();
    await driver.page.keyboard.up('Control');
    const up = await driver.stream.take('input_keyboard', ({ eventType, key }) => eventType === 'keyUp' && key !== 'a');
    expect(up).toMatchObject({ key: 'Control', modifiers: 0 });
  });

  test('keys that are down when the focus leaves are let go', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    await driver.page.keyboard.down('Shift');
    await driver.stream.take('input_keyboard', isDown);
    await driver.page.evaluate(() => document.querySelector('textarea')?.blur());
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ eventType: 'keyUp', key: 'Shift' });
  });

  // Keys as other keyboards and systems report them; no test machine has them all.
  async function pressed(driver: Driver, init: KeyboardEventInit, platform?: string): Promise<boolean> {
    await driver.page.mouse.click(10, 10);
    return driver.page.evaluate(
      (init, platform) => {
        if (platform) Object.defineProperty(navigator, 'platform', { value: platform, configurable: true });
        const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
        document.querySelector('textarea')?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      init,
      platform,
    );
  }

  test.each([
    [
      'AltGr on Windows types',
      { key: '@', code: 'KeyQ', ctrlKey: true, altKey: true, modifierAltGraph: true },
      undefined,
      { text: '@', modifiers: 0, windowsVirtualKeyCode: 81 },
    ],
    [
      'a letter of another layout counts by what it types',
      { key: 'a', code: 'KeyQ' },
      undefined,
      { text: 'a', windowsVirtualKeyCode: 65 },
    ],
    [
      'a letter of another script by its place',
      { key: 'ф', code: 'KeyA' },
      undefined,
      { text: 'ф', windowsVirtualKeyCode: 65 },
    ],
    [
      'a key of the number pad',
      { key: '7', code: 'Numpad7', location: 3 },
      undefined,
      { text: '7', windowsVirtualKeyCode: 103, location: 3 },
    ],
    ['the end of a dead key', { key: 'é', code: 'KeyE' }, undefined, { text: 'é', windowsVirtualKeyCode: 69 }],
    ['Option on a Mac types', { key: '@', code: 'KeyL', altKey: true }, 'MacIntel', { text: '@', modifiers: 0 }],
    ['Command is Control', { key: 'a', code: 'KeyA', metaKey: true }, 'MacIntel', { modifiers: 2, key: 'a' }],
    [
      'Command itself, too',
      { key: 'Meta', code: 'MetaLeft', metaKey: true },
      'MacIntel',
      { key: 'Control', code: 'ControlLeft' },
    ],
    [
      'Command and an arrow',
      { key: 'ArrowLeft', code: 'ArrowLeft', metaKey: true },
      'MacIntel',
      { key: 'Home', modifiers: 0 },
    ],
    [
      'Option and Backspace',
      { key: 'Backspace', code: 'Backspace', altKey: true },
      'MacIntel',
      { key: 'Backspace', modifiers: 2 },
    ],
  ] as const)('%s', async (_, init, platform, expected) => {
    await using driver = await drive();
    expect(await pressed(driver, init, platform)).toBe(true);
    expect(await driver.stream.take('input_keyboard', isDown)).toMatchObject(expected);
  });

  test.each([
    ['a dead key', { key: 'Dead', code: 'Quote' }],
    ['what an input method handles', { key: 'Process', code: 'KeyN', keyCode: 229 }],
    ['the keys of the window', { key: 'F12', code: 'F12' }],
  ])('%s is left to the system', async (_, init) => {
    await using driver = await drive();
    expect(await pressed(driver, init)).toBe(false);
    await driver.page.keyboard.press('z');
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ key: 'z' });
  });

  test('an input method composes and commits', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    const devtools = await driver.page.createCDPSession();
    await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await devtools.send('Input.insertText', { text: '日本' });
    const events = [];
    for (let count = 0; count < 4; count++) events.push(await driver.stream.take('input_composition'));
    expect(events.map(({ eventType, text }) => `${eventType} ${text}`)).toEqual([
      'update に',
      'update にほ',
      'update 日本',
      'commit 日本',
    ]);
    await driver.page.keyboard.press('b');
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ key: 'b', text: 'b' });
    expect(driver.stream.received.filter(({ type }) => type === 'input_composition')).toEqual([]);
  });

  test('text without keys, as phones and emoji pickers give it, and their Backspace and Enter', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    const devtools = await driver.page.createCDPSession();
    await devtools.send('Input.insertText', { text: '👋' });
    expect(await driver.stream.take('input_composition')).toMatchObject({ eventType: 'commit', text: '👋' });
    // The command is what the keyboard of a phone does after its key that says nothing.
    const key = { type: 'rawKeyDown', key: 'Unidentified', windowsVirtualKeyCode: 229 } as const;
    await devtools.send('Input.dispatchKeyEvent', { ...key, commands: ['DeleteBackward'] });
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ eventType: 'rawKeyDown', key: 'Backspace' });
    await devtools.send('Input.dispatchKeyEvent', { ...key, commands: ['InsertLineBreak'] });
    expect(await driver.stream.take('input_keyboard', isDown)).toMatchObject({ key: 'Enter', text: '\r' });
  });

  test('what fills the field without keys, and a Backspace that cannot be prevented', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(100, 100);
    await driver.viewer.until((state) => state.hasKeyboard);
    const sent = await driver.page.evaluate(() => {
      const field = document.querySelector('textarea');
      if (!field) throw new Error('There is no field.');
      field.value = `${field.value}from a manager`;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const filled = field.value;
      field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'deleteContentBackward' }));
      field.value = '';
      field.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward' }));
      return [filled, field.value];
    });
    // There is something to delete again.
    expect(sent).toEqual([' ', ' ']);
    expect(await driver.stream.take('input_composition')).toMatchObject({
      eventType: 'commit',
      text: 'from a manager',
    });
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ key: 'Backspace' });
  });

  test('files that are pasted or dropped go nowhere, and the viewer stays', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(100, 100);
    await driver.viewer.until((state) => state.hasKeyboard);
    const prevented = await driver.page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
      const paste = new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true });
      const drops = ['dragover', 'drop'].map((type) => new DragEvent(type, { dataTransfer: files, cancelable: true }));
      document.querySelector('textarea')?.dispatchEvent(paste);
      for (const drop of drops) window.viewer.canvas.dispatchEvent(drop);
      return [paste, ...drops].map(({ defaultPrevented }) => defaultPrevented);
    });
    expect(prevented).toEqual([true, true, true]);
    await driver.page.keyboard.press('a');
    expect(await driver.stream.take('input_keyboard')).toMatchObject({ key: 'a' });
  });

  test('paste sends the text; copy and cut ask for the selection and put it on the clipboard', async () => {
    await using driver = await drive();
    const { page, stream } = driver;
    await page
      .browserContext()
      .overridePermissions(site.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    await page.evaluate(() => navigator.clipboard.writeText('from outside'));
    await page.mouse.click(10, 10);
    await page.keyboard.down('Control');
    await page.keyboard.press('v', { commands: ['Paste'] });
    expect(await stream.take('input_paste')).toEqual({ type: 'input_paste', text: 'from outside' });

    await page.keyboard.press('c');
    expect(await stream.take('get_selection')).toEqual({ type: 'get_selection' });
    stream.send({ type: 'selection', text: 'from the page' });
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === 'from the page');

    await page.keyboard.press('x');
    expect(await stream.take('get_selection')).toEqual({ type: 'get_selection', cut: true });
  });

  test('is never trapped: Enter on the canvas gives it to the page, F6 takes it back, and Tab goes on', async () => {
    await using driver = await drive();
    const { page, stream, viewer } = driver;
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button id=after>After</button>');
    });
    await page.keyboard.press('Tab');
    const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await label()).toContain('Press Enter to type into it, and F6 to leave it.');
    await page.keyboard.press('Enter');
    await viewer.until((state) => state.hasKeyboard);
    await page.keyboard.press('Tab');
    expect(await stream.take('input_keyboard', isDown)).toMatchObject({ key: 'Tab' });
    await page.keyboard.press('F6');
    await viewer.until((state) => !state.hasKeyboard);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('after');
  });

  test('losing control gives the keyboard back', async () => {
    await using driver = await drive();
    await driver.page.mouse.click(10, 10);
    await driver.viewer.until((state) => state.hasKeyboard);
    driver.stream.greet({ isDriving: false });
    await driver.viewer.until((state) => !state.hasKeyboard && !state.isDriving);
    expect(await driver.page.evaluate(() => document.activeElement?.tagName)).toBe('CANVAS');
  });
});
