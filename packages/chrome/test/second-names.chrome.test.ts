import { readFileSync } from 'node:fs';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;
beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Home</title><div id="there" hidden>there</div><a href="/slow">Slow</a>',
    '/hidden': `<title>Hidden</title><script>
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late" hidden>late</p>'), 300);
    </script><body>`,
    '/late': `<title>Late</title><script>
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late" hidden>late</p>'), 300);
      setTimeout(() => { document.getElementById('late').hidden = false }, 600);
    </script><body>`,
    '/busy': '<title>Busy</title><script>fetch("/wait").then(() => { document.title = "Quiet" })</script>',
    '/wait': (_, response) => void setTimeout(() => response.end('done'), 700),
    '/never': '<title>Never</title><script>fetch("/hang")</script>',
    '/hang': () => {},
  });
});
afterAll(() => pages.close());

// What the tool says, without the boundary and the page line.
const firstLine = ({ text }: { text: string }) =>
  text
    .replace(/<\/?untrusted \d+>\n?/g, '')
    .split(/\n?Page: /)[0]
    ?.trim();

describe('REQ-BT-002: browser_eval', () => {
  test.each([
    ['1 + 1', '2'],
    ['({ a: [1, "x"] })', '{"a":[1,"x"]}'],
    ['Promise.resolve("later")', '"later"'],
    ['undefined', 'undefined'],
    ['document.title', '"Home"'],
  ])('%s is in a result tag', async (expression, value) => {
    await call('browser_navigate', { url: pages.origin });
    expect(firstLine(await call('browser_eval', { expression }))).toBe(
      `<javascript_result>${value}</javascript_result>`,
    );
  });

  test('a promise is left alone where that is wanted', async () => {
    expect(firstLine(await call('browser_eval', { expression: 'Promise.resolve(1)', await: false }))).toContain(
      'Promise',
    );
  });

  test('a throw has its message and its line', async () => {
    await expect(call('browser_eval', { expression: 'foo' })).rejects.toMatchObject({
      code: 'script_failed',
      message: expect.stringContaining('ReferenceError: foo is not defined at line 1'),
    });
  });

  test('over 4,096 bytes the beginning is shown with …, and the file has all of it', async () => {
    const { text, data, files } = await call('browser_eval', { expression: '"é".repeat(2100)' });
    const path = files?.[0]?.path ?? '';
    expect(text).toMatch(/<javascript_result>"é{999}…<\/javascript_result>\nThe output has 4202 bytes and is in /);
    expect(text).toContain(path);
    const written = readFileSync(path, 'utf8');
    expect(JSON.parse(written).value).toBe('é'.repeat(2100));
    expect(files).toEqual([
      { path, name: 'value.json', mimeType: 'application/json', size: Buffer.byteLength(written) },
    ]);
    expect(data).toMatchObject({ file: path });
    // As many characters, but not as many bytes.
    expect((await call('browser_eval', { expression: '"e".repeat(2100)' })).files).toBeUndefined();
  });
});

describe('REQ-BT-013: browser_wait_for_selector', () => {
  test('waits until the element is in the page, hidden or not', async () => {
    await call('browser_navigate', { url: `${pages.origin}/hidden` });
    expect(firstLine(await call('browser_wait_for_selector', { selector: '#late' }))).toMatch(/^Found after \d+ ms\.$/);
    expect((await call('browser_is_visible', { selector: '#late' })).data).toEqual({ visible: false });
  });

  test('waits until it can be seen, with visible', async () => {
    await call('browser_navigate', { url: `${pages.origin}/late` });
    await call('browser_wait_for_selector', { selector: '#late', visible: true });
    expect((await call('browser_is_visible', { selector: '#late' })).data).toEqual({ visible: true });
  });

  test('that never comes is a timeout that says what was found', async () => {
    await call('browser_navigate', { url: pages.origin });
    await expect(
      call('browser_wait_for_selector', { selector: '#there', visible: true, timeout: '300ms' }),
    ).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('is hidden') });
    await expect(call('browser_wait_for_selector', { selector: '#none', timeout: 300 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('no element matches'),
    });
  });
});

describe('browser_open and browser_wait', () => {
  test('open a page and wait for a navigation, for the network, or for an element', async () => {
    expect((await call('browser_open', { url: `${pages.origin}/busy` })).page?.url).toBe(`${pages.origin}/busy`);
    expect((await call('browser_wait', { for: 'networkidle' })).page?.title).toBe('Quiet');
    await call('browser_eval', { expression: 'location.href = "/late"; 0' });
    expect((await call('browser_wait', { for: 'navigation' })).page?.title).toBe('Late');
    await call('browser_wait', { for: '#late' });
    expect((await call('browser_is_visible', { selector: '#late' })).data).toEqual({ visible: true });
  });

  test('a network that does not come to rest is a timeout that names the request', async () => {
    await call('browser_open', { url: `${pages.origin}/never` });
    await expect(call('browser_wait_for', { loadState: 'networkidle', timeout: '1s' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(`GET ${pages.origin}/hang is still under way`),
    });
    expect((await call('browser_wait_for', { loadState: 'domcontentloaded' })).page?.title).toBe('Never');
    expect((await call('browser_wait_for', { time: '50ms' })).data).toEqual({ elapsed: 50 });
  });
});

describe('errors for a selector that matches nothing', () => {
  const names = {
    browser_click: {},
    browser_type: { text: 'x' },
    browser_fill: { value: 'x' },
    browser_select: { values: ['x'] },
    browser_hover: {},
    browser_press: { key: 'a' },
    browser_scroll: {},
    browser_get_text: {},
    browser_get_attribute: { attribute: 'id' },
    browser_screenshot: {},
    browser_snapshot: {},
  };

  test.each(Object.entries(names))('%s reports the nearest candidates', async (name, input) => {
    await call('browser_navigate', { url: 'data:text/html,<button id="save-order">Save order</button>' });
    await expect(call(name, { ...input, selector: '#saveorder' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Nearest: button "Save order"'),
    });
  });
});
