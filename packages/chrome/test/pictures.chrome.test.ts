import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'btcp-pictures-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'btcp-elsewhere-'));
symlinkSync(elsewhere, join(folder, 'out'));
const { call } = freshBrowser({ outputDirectory: folder, maxImageSize: 400 });
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Shop</title><body style="margin:0;background:white"><button id="buy" style="position:absolute;left:100px;top:100px;width:80px;height:30px">Buy</button>
      <a href="/next" style="position:absolute;left:300px;top:200px">Next</a><div style="height:3000px"></div><button>Far below</button>`,
    '/long': `<title>Long</title><body>${'<p style="break-after:page">Page</p>'.repeat(520)}`,
    '/endless': `<title>Endless</title><body><script>addEventListener('beforeprint', () => { for (;;); })</script><p>Text`,
  });
});
afterAll(async () => {
  await pages.close();
  await Promise.all([folder, elsewhere].map((each) => rm(each, { recursive: true })));
});

const open = (path = '/') => call('browser_navigate', { url: pages.origin + path });
const pathOf = ({ files }: { files?: { path: string }[] | undefined }) => files?.[0]?.path ?? '';
const kindOf = (path: string) => readFileSync(path).subarray(0, 12).toString('latin1');

describe('browser_capture', () => {
  test('takes a region in a format and quality, and reports the real and the shown size', async () => {
    await open();
    const region = { x: 90, y: 90, width: 500, height: 250 };
    const { text, data, images, files } = await call('browser_capture', { ...region, format: 'jpeg', quality: 30 });
    expect(data).toMatchObject({ width: 500, height: 250, shownWidth: 400, shownHeight: 200, marks: 0 });
    expect(text).toContain('500 × 250, shown as 400 × 200');
    expect(images?.[0]?.mimeType).toBe('image/jpeg');
    expect(kindOf(pathOf({ files }))).toMatch(/^\xff\xd8/);
    const rough = pathOf(await call('browser_capture', { format: 'webp', quality: 1 }));
    expect(kindOf(rough)).toMatch(/^RIFF.{4}WEBP/s);
    const fine = pathOf(await call('browser_capture', { format: 'webp', quality: 100 }));
    expect(readFileSync(rough).length).toBeLessThan(readFileSync(fine).length);
  });

  test('marks the controls that are in the picture with their refs, and leaves the page as it was', async () => {
    await open();
    const { refs } = (await call('browser_snapshot')).data as { refs: Record<string, { name: string }> };
    const [ref] = Object.entries(refs).find(([, { name }]) => name === 'Buy') ?? [];
    const plain = pathOf(await call('browser_capture'));
    const { text, data } = await call('browser_capture', { marks: true, path: 'marked.png' });
    expect(data).toMatchObject({ marks: 2, file: expect.stringMatching(/marked\.png$/) });
    expect(text).toContain('2 controls are marked');
    const { data: difference } = await call('browser_compare', { before: plain, after: Object(data).file });
    expect(difference).toMatchObject({ same: false, box: { x: expect.closeTo(99, 0) } });
    expect((await call('browser_click', { selector: ref })).text).toContain('Clicked button "Buy"');
    expect((await call('browser_evaluate', { script: 'document.body.querySelectorAll("*").length' })).text).toContain(
      '4',
    );
    expect((await call('browser_capture', { marks: true, fullPage: true })).data).toMatchObject({ marks: 3 });
  });

  test('has the pixels of the device', async () => {
    await call('browser_emulate', { device: 'Pixel 7' });
    await open();
    expect((await call('browser_capture')).data).toMatchObject({ width: 1082, height: 2202, shownHeight: 400 });
    expect((await call('browser_screenshot')).data).toMatchObject({ width: 1082, height: 2202 });
  });

  test.each([
    [{ x: 1 }, 'invalid_input'],
    [{ x: 5000, y: 0, width: 1, height: 1 }, 'invalid_input'],
    [{ x: 0, y: 0, width: 10, height: 10, fullPage: true }, 'invalid_input'],
    [{ path: '../../escaped.png' }, 'denied'],
    [{ path: '/etc/escaped.png' }, 'denied'],
    [{ path: join(folder, 'out', 'escaped.png') }, 'denied'],
    [{ path: 'no/such/folder/a.png' }, 'denied'],
  ])('%j is refused', async (input, code) => {
    await open();
    await expect(call('browser_capture', input)).rejects.toMatchObject({ code });
  });

  test('replaces no file', async () => {
    await open();
    writeFileSync(join(folder, 'mine.png'), 'mine');
    await expect(call('browser_capture', { path: join(folder, 'mine.png') })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(readFileSync(join(folder, 'mine.png'), 'utf8')).toBe('mine');
  });
});

describe('browser_compare', () => {
  test('finds what has changed on the page, and what has not', async () => {
    await open();
    const before = pathOf(await call('browser_capture'));
    expect((await call('browser_compare', { before })).text).toContain('The pictures are the same.');
    await call('browser_evaluate', { script: 'buy.style.background = "red"' });
    const { data, text, images } = await call('browser_compare', { before });
    const { box, percent } = data as { box: { x: number; y: number; width: number; height: number }; percent: number };
    expect(box.x).toBeGreaterThanOrEqual(99);
    expect(box.x + box.width).toBeLessThanOrEqual(181);
    expect(box.y).toBeGreaterThanOrEqual(99);
    expect(percent).toBeLessThan(1);
    expect(text).toMatch(/\d+ pixels differ \(0\.\d+ %\), between/);
    expect(images).toHaveLength(1);
    const small = pathOf(await call('browser_capture', { x: 0, y: 0, width: 50, height: 50 }));
    expect((await call('browser_compare', { before: small, after: before })).text).toContain(
      'The sizes differ: 50 × 50 and 1280 × 720',
    );
  });

  test('reads only pictures, and only from the folders of the session', async () => {
    await open();
    writeFileSync(join(folder, 'text.png'), 'hello');
    await expect(call('browser_compare', { before: join(folder, 'text.png') })).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(call('browser_compare', { before: '/etc/passwd' })).rejects.toMatchObject({ code: 'denied' });
  });
});

describe('browser_pdf', () => {
  test('prints the page to a file', async () => {
    await open();
    const { text, files } = await call('browser_pdf', { format: 'A5', landscape: true, pages: '1', path: 'shop.pdf' });
    expect(text).toMatch(/Printed to .*shop\.pdf \(\d+ bytes\)\./);
    const content = readFileSync(pathOf({ files }), 'latin1');
    expect(content.startsWith('%PDF-')).toBe(true);
    expect(content.match(/\/MediaBox\s*\[\s*0 0 (\d+)/)?.[1]).toMatch(/^59[45]$/);
    await expect(call('browser_pdf', { pages: '900' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('prints at most 500 pages of a page without end', async () => {
    await open('/long');
    const { files } = await call('browser_pdf', { format: 'A5' });
    const content = readFileSync(pathOf({ files }), 'latin1');
    expect(content.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(500);
  });

  test('gives up on a page that never lets itself be printed, and the browser goes on', async () => {
    await open('/endless');
    await expect(call('browser_pdf', { timeout: '1s' })).rejects.toMatchObject({ code: 'timeout' });
    await open();
    expect((await call('browser_snapshot')).text).toContain('Buy');
  });
});
