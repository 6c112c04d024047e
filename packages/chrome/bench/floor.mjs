// The least that each operation can cost: direct CDP over the pipe, and a small reader that is injected once. Commands
// that need no answer of another are sent together, since that takes the fewest round trips. What an agent has to
// know is part of an operation: a click waits a frame, because one on an element that moves would miss, then for what it
// sets off, and looks; and whatever reads the page reports where that is, as a result without it must be asked for it.
import { startPipe } from './pipe.mjs';

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

/**
 * @param {string} path of the browser
 * @param {Record<string, string> | undefined} environment
 */
export async function startFloor(path, environment) {
  const cdp = await startPipe(path, environment);
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false }),
  ]);
  /** @type {string | undefined} */
  let reader;

  /** @param {string} expression */
  const evaluate = (expression, awaitPromise = false) =>
    cdp.send('Runtime.evaluate', { expression, awaitPromise, returnByValue: true });

  const floor = {
    /** Where the browser is: asked after an operation, since it may have led elsewhere. */
    where: () => cdp.send('Page.getNavigationHistory'),
    /** @param {string} url */
    async navigate(url) {
      reader = undefined;
      const loaded = cdp.next('Page.loadEventFired');
      await cdp.send('Page.navigate', { url });
      await loaded;
      await floor.where();
    },
    async snapshot() {
      reader ??= (await cdp.send('Runtime.evaluate', { expression: `(${READER})` })).result.objectId;
      const { result } = await cdp.send('Runtime.callFunctionOn', {
        objectId: reader,
        functionDeclaration: 'function () { return this(); }',
        returnByValue: true,
      });
      return result.value;
    },
    async read() {
      const tree = await floor.snapshot();
      await floor.where();
      return tree;
    },
    /** @param {string} selector */
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
    /**
     * What shows whether a click did anything: the page as it is two frames later.
     * @param {string} selector
     */
    async clickAndLook(selector) {
      await evaluate(FRAME, true);
      await floor.click(selector);
      await evaluate(TWO_FRAMES, true);
      await floor.read();
    },
    /** @param {string} selector @param {string} text */
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
    /** @param {string} selector @param {string} text */
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
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      await floor.where();
      return data;
    },
    /** @param {string} selector @param {string} value */
    async fill(selector, value) {
      await evaluate(
        `(() => { const e = document.querySelector('${selector}'); e.focus(); e.value = ${JSON.stringify(value)}; e.dispatchEvent(new Event('input', { bubbles: true })); e.dispatchEvent(new Event('change', { bubbles: true })); })()`,
      );
    },
    close: cdp.close,
  };
  return floor;
}
