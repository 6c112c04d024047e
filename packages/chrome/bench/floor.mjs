// The least that each operation can cost: direct CDP over the pipe, and a small reader that is injected once. Commands
// that need no answer of another are sent together, since whoever counts round trips would do so. What an agent has to
// know is part of an operation: a click waits a frame, because one on an element that moves would miss, then for what it
// sets off, and looks; and whatever reads the page tells where that is, as a result without it must be asked for it.
import puppeteer from 'puppeteer-core';

/** Reads less than any agent needs: visible text, roles by tag, and where the controls are. */
const READER = `() => {
  const lines = [];
  const walk = (element, depth) => {
    if (getComputedStyle(element).display === 'none') return;
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(' ').trim();
    if (own || element.matches('a, button, input')) lines.push('  '.repeat(depth) + '- ' + element.localName + ' "' + own + '"');
    for (const child of element.children) walk(child, depth + 1);
  };
  walk(document.body, 0);
  return lines.join('\\n');
}`;

const FRAME = 'new Promise((resolve) => requestAnimationFrame(resolve))';
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

export async function startFloor(executablePath, environment) {
  const browser = await puppeteer.launch({
    executablePath,
    pipe: true,
    defaultViewport: null,
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
    env: { ...process.env, ...environment },
  });
  const [page] = await browser.pages();
  const cdp = await page.createCDPSession();
  await cdp.send('Page.enable');
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 720,
    deviceScaleFactor: 1,
    mobile: false,
  });
  let reader;

  const evaluate = (expression, awaitPromise = false) =>
    cdp.send('Runtime.evaluate', { expression, awaitPromise, returnByValue: true });

  const floor = {
    /** Where the browser is: asked after an operation, since it may have led elsewhere. */
    where: () => cdp.send('Page.getNavigationHistory'),
    async navigate(url) {
      reader = undefined;
      const loaded = new Promise((resolve) => cdp.once('Page.loadEventFired', resolve));
      await cdp.send('Page.navigate', { url });
      await loaded;
      await floor.where();
    },
    async snapshot() {
      reader ??= (await cdp.send('Runtime.evaluate', { expression: `(${READER})` })).result.objectId;
      await cdp.send('Runtime.callFunctionOn', {
        objectId: reader,
        functionDeclaration: 'function () { return this(); }',
        returnByValue: true,
      });
    },
    async read() {
      await floor.snapshot();
      await floor.where();
    },
    async click(selector) {
      const spot = `(() => { const e = document.querySelector('${selector}'); e.scrollIntoViewIfNeeded(); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`;
      const [x, y] = (await evaluate(spot)).result.value;
      const mouse = { x, y, button: 'left', clickCount: 1 };
      await Promise.all([
        cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
        cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse }),
        cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse }),
      ]);
    },
    /** What tells whether a click did anything: the page as it is two frames later. */
    async clickAndLook(selector) {
      await evaluate(FRAME, true);
      await floor.click(selector);
      await evaluate(TWO_FRAMES, true);
      await floor.read();
    },
    async type(selector, text) {
      await evaluate(`document.querySelector('${selector}').focus()`);
      for (const key of text) {
        const code = { key, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
        await Promise.all([
          cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...code }),
          cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code, text: '' }),
        ]);
      }
    },
    async typeAndLook(selector, text) {
      await floor.type(selector, text);
      await evaluate(TWO_FRAMES, true);
      await floor.read();
    },
    evaluate: () => evaluate('1 + 1'),
    async evaluateAndTell() {
      await floor.evaluate();
      await floor.where();
    },
    async screenshot() {
      await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      await floor.where();
    },
    close: () => browser.close(),
  };
  return floor;
}
