import { startChrome } from '@btcp/test-support';
import { describeValue, quickState, shrinkImage } from 'btcp-browser-agent/page-functions';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

async function inPage(html: string, source: string): Promise<unknown> {
  const page = await browser.newPage();
  await page.setContent(html);
  const value = await page.evaluate(source);
  await page.close();
  return value;
}

test.each([
  ['<title>Plain</title><p>Text</p>', 'Plain', false],
  ['<title>Form</title><img name="title"><input type="password">', 'Form', true],
  ['<title>Code</title><input autocomplete="one-time-code">', 'Code', true],
  ['<div><template shadowrootmode="open"><p>In</p></template></div>', '', true],
])('quickState of %s', async (html, title, mayHaveSecrets) => {
  expect(await inPage(html, `(${quickState})()`)).toEqual({ url: 'about:blank', title, mayHaveSecrets });
});

test.each([
  ["{ a: 1, 'b c': [true, null] }", '{a: 1, "b c": [true, null]}'],
  ["new Map([['a', new Set([1n])]])", "Map(1) {'a' => Set(1) {1n}}"],
  ['(() => { const o = {}; o.self = o; return o })()', '{self: [Circular]}'],
  ['{ get a() { throw 1 } }', '{a: (…)}'],
  ['document.body', '<body>'],
])('describeValue of %s', async (value, text) => {
  expect(await inPage('', `(${describeValue})(${value})`)).toBe(text);
});

test('shrinkImage scales a picture to the longest side, and leaves one that fits as it is', async () => {
  const picture = `(async () => {
    const canvas = new OffscreenCanvas(40, 20);
    canvas.getContext('2d').fillRect(0, 0, 20, 20);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  })()`;
  const shrink = (limits: string) =>
    inPage('', `(async () => (${shrinkImage})(await ${picture}, 'image/png', ${limits}))()`);
  expect(await shrink('10, 1e6')).toMatchObject({ mimeType: 'image/png', width: 10, height: 5 });
  expect(await shrink('40, 1e6')).toMatchObject({ mimeType: 'image/png', width: 40, height: 20 });
  expect(await shrink('40, 10')).toBeUndefined();
});
