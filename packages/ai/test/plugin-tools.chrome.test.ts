import { type BTCPToolName, btcpBrowserPlugin } from '@btcp/ai/ai-core';
import { ChromeEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let site: PageServer;
// When the page that is still loading was read.
let onRead = () => {};
const isRead = new Promise<void>((resolve) => {
  onRead = resolve;
});
const engine = new ChromeEngine();
const plugin = btcpBrowserPlugin({ agent: engine });

interface Callable {
  execute(input: unknown, call: { toolCallId: string }): Promise<Record<string, unknown>>;
}
const { tools } = plugin.transformParams({}) as { tools: Record<BTCPToolName, Callable> };
const call = (name: BTCPToolName, input: object = {}) => tools[name].execute(input, { toolCallId: 'test' });
const title = async () => (await call('browser_evaluate', { script: 'document.title' })).result;

beforeAll(async () => {
  site = await servePages({
    '/': `<title>One</title><h1 hidden id="hidden">Hidden</h1>
      <label>Name <input id="name" oninput="times.push(performance.now())"></label>
      <button id="button">Save</button><p id="said">nothing</p><nav aria-label="Main"><a href="/two" title="Go on">Two</a> <a href="/three">Three</a></nav>
      <div id="box" style="height:100px;overflow:auto"><div style="height:1000px;width:3000px">Tall</div></div>
      <div id="later"></div><div style="height:3000px"></div>
      <script>
        var times = [];
        const button = document.querySelector('#button');
        for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick', 'mouseover', 'keydown'])
          addEventListener(type, (event) => { if (event.type === 'keydown' || event.target === button) said.textContent += ' ' + type + (event.key ?? ''); });
      </script>`,
    '/two': '<title>Two</title><h1>Two</h1>',
    '/slow': `<title>Slow</title><img src="/picture"><script>addEventListener('load', () => { document.title = 'Loaded'; fetch('/data').then(() => { document.title = 'Fetched' }) })</script>`,
    '/picture': (_, response) => void isRead.then(() => response.end()),
    '/data': (_, response) => void setTimeout(() => response.end('x'), 300),
  });
});
afterAll(async () => {
  await plugin.close();
  await engine.close();
  await site.close();
});
beforeEach(async () => {
  await call('browser_navigate', { url: site.origin });
});

test('browser_navigate waits for what it is asked to wait for', async () => {
  const url = `${site.origin}/slow`;
  expect(await call('browser_navigate', { url, waitUntil: 'domcontentloaded' })).toMatchObject({
    success: true,
    url,
    title: 'Slow',
  });
  onRead();
  expect(await call('browser_navigate', { url, waitUntil: 'networkidle' })).toMatchObject({ title: 'Fetched' });
  expect(await call('browser_navigate', { url })).toMatchObject({
    success: true,
    title: expect.stringMatching(/Loaded|Fetched/),
  });
});

test('browser_back, browser_forward and browser_reload', async () => {
  await call('browser_navigate', { url: `${site.origin}/two` });
  expect(await call('browser_back')).toMatchObject({ success: true, title: 'One' });
  expect(await call('browser_forward')).toMatchObject({ success: true, title: 'Two' });
  await call('browser_evaluate', { script: 'document.title = "Changed"' });
  expect(await call('browser_reload')).toMatchObject({ success: true });
  expect(await title()).toBe('Two');
});

test('browser_snapshot gives refs, and takes a part and a depth', async () => {
  const whole = await call('browser_snapshot');
  const refs = whole.refs as Record<string, object>;
  expect(Object.values(refs)).toContainEqual({ role: 'button', name: 'Save' });
  expect(Object.keys(refs)[0]).toMatch(/^@e\d+$/);
  expect(whole.summary).toContain('Page: "One"');
  const part = await call('browser_snapshot', { selector: '#button' });
  expect(part.tree).toMatch(/^- button "Save" @e\d+$/);
  const shallow = await call('browser_snapshot', { selector: 'nav', maxDepth: 0 });
  expect(shallow.tree).not.toContain('link "Two"');
  expect((await call('browser_snapshot', { selector: 'nav' })).tree).toContain('link "Two"');
});

test('browser_click takes button and clickCount, and says what it clicked', async () => {
  expect(await call('browser_click', { selector: '#button' })).toMatchObject({ success: true, selector: '#button' });
  expect(await call('browser_get_text', { selector: '#said' })).toMatchObject({
    text: expect.stringMatching(/click$/),
  });
  await call('browser_click', { selector: '#button', clickCount: 2 });
  expect((await call('browser_get_text', { selector: '#said' })).text).toContain('dblclick');
  await call('browser_click', { selector: '#button', button: 'right' });
  expect((await call('browser_get_text', { selector: '#said' })).text).toContain('contextmenu');
  await call('browser_click', { selector: '#button', button: 'middle' });
  expect((await call('browser_get_text', { selector: '#said' })).text).toMatch(/auxclick/);
});

test('browser_type types key by key, as slowly as it is asked to', async () => {
  expect(await call('browser_type', { selector: '#name', text: 'abc', delay: 60 })).toMatchObject({ success: true });
  const { result } = await call('browser_evaluate', { script: 'times.at(-1) - times[0]' });
  expect(result).toBeGreaterThanOrEqual(100);
  expect(await call('browser_get_text', { selector: '#name' })).toMatchObject({ text: 'abc' });
});

test('browser_fill, browser_hover and browser_press', async () => {
  expect(await call('browser_fill', { selector: '#name', value: 'Ada' })).toMatchObject({ success: true });
  expect(await call('browser_hover', { selector: '#button' })).toMatchObject({ success: true });
  expect(await call('browser_press', { key: 'End', selector: '#name' })).toMatchObject({ success: true });
  expect(await call('browser_press', { key: 'x' })).toMatchObject({ success: true });
  expect((await call('browser_get_text', { selector: '#said' })).text).toContain('mouseover keydownEnd keydownx');
  expect((await call('browser_get_text', { selector: '#name' })).text).toBe('Adax');
});

test('browser_scroll scrolls the page or within an element, by an amount and in a direction', async () => {
  expect(await call('browser_scroll', { amount: 100 })).toMatchObject({ success: true, moved: { x: 0, y: 100 } });
  expect(await call('browser_scroll', { direction: 'up', amount: 40 })).toMatchObject({ moved: { x: 0, y: -40 } });
  const inside = { selector: '#box', direction: 'right', amount: 50 };
  expect(await call('browser_scroll', inside)).toMatchObject({ success: true, moved: { x: 50, y: 0 } });
  const { result } = await call('browser_evaluate', { script: '[scrollY, box.scrollLeft]' });
  expect(result).toEqual([60, 50]);
});

test('browser_get_attribute and browser_is_visible', async () => {
  expect(await call('browser_get_attribute', { selector: 'a[title]', attribute: 'title' })).toMatchObject({
    value: 'Go on',
  });
  expect(await call('browser_get_attribute', { selector: 'a[title]', attribute: 'rel' })).toMatchObject({
    value: null,
  });
  expect(await call('browser_is_visible', { selector: '#button' })).toMatchObject({ visible: true });
  expect(await call('browser_is_visible', { selector: '#hidden' })).toMatchObject({ visible: false });
});

test('browser_screenshot gives a picture of the screen, of an element, or of all of the page', async () => {
  const height = async (input: object) => {
    const { image, mediaType } = await call('browser_screenshot', input);
    const script = `(async () => { const image = new Image(); image.src = 'data:${mediaType};base64,${image}'; await image.decode(); return image.height / image.width })()`;
    return Number((await call('browser_evaluate', { script })).result);
  };
  const screen = await height({});
  expect(await height({ fullPage: true })).toBeGreaterThan(screen * 3);
  expect(await height({ selector: '#button' })).toBeLessThan(screen * 1.5);
});

test('browser_wait_for waits for each state, and no longer than it may', async () => {
  const later = (html: string) =>
    call('browser_evaluate', { script: `setTimeout(() => { later.innerHTML = '${html}' }, 100); 0` });
  await later('<i hidden>x</i>');
  expect(await call('browser_wait_for', { selector: '#later i', state: 'attached' })).toMatchObject({ success: true });
  await later('<i>x</i>');
  expect(await call('browser_wait_for', { selector: '#later i', state: 'visible' })).toMatchObject({ success: true });
  await later('');
  expect(await call('browser_wait_for', { selector: '#later i', state: 'hidden' })).toMatchObject({ success: true });
  await expect(call('browser_wait_for', { selector: '#never', timeout: 100 })).rejects.toMatchObject({
    code: 'timeout',
  });
});

test('browser_evaluate gives the value itself', async () => {
  expect(await call('browser_evaluate', { script: '({ a: [1, null, "x"] })' })).toMatchObject({
    result: { a: [1, null, 'x'] },
  });
  expect(await call('browser_evaluate', { script: 'undefined' })).toMatchObject({ result: null });
  expect(await call('browser_evaluate', { script: '"undefined"' })).toMatchObject({ result: 'undefined' });
  expect(await call('browser_evaluate', { script: 'await Promise.resolve(3)' })).toMatchObject({ result: 3 });
  await expect(call('browser_evaluate', { script: 'throw new Error("no")' })).rejects.toMatchObject({
    code: 'script_failed',
  });
});

test('texts and values are whole up to 50,000 characters, as values', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index);
  const { result, summary } = await call('browser_evaluate', { script: 'Array.from({ length: 5_000 }, (_, i) => i)' });
  expect(result).toEqual(numbers);
  await call('browser_evaluate', { script: 'said.textContent = "word ".repeat(5_000); 0' });
  const { text } = await call('browser_get_text', { selector: '#said' });
  expect(text).toBe('word '.repeat(5_000).trim());
  expect(summary).not.toContain('cat ');
});
