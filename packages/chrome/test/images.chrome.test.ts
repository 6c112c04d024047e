import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const root = mkdtempSync(join(tmpdir(), 'btcp-images-'));
const folder = join(root, 'allowed');
const pictures = join(root, 'pictures');
const uploads = join(root, 'uploads');
for (const each of [folder, pictures, uploads]) mkdirSync(each);
afterAll(() => rmSync(root, { recursive: true }));
const { call } = freshBrowser({
  outputDirectory: folder,
  imageDirectories: [pictures],
  uploadDirectories: [uploads],
});

const keep = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

// A picture as Chrome itself would save it.
async function draw(type: string, width: number, height: number): Promise<Buffer> {
  const expression = `{
    const canvas = new OffscreenCanvas(${width}, ${height});
    const context = canvas.getContext('2d');
    context.fillStyle = 'teal'; context.fillRect(0, 0, ${width}, ${height});
    const blob = await canvas.convertToBlob({ type: '${type}' });
    btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
  }`;
  const { data, files } = await call('browser_eval', { expression });
  const file = files?.[0]?.path;
  const { value } = data as { value: string };
  return Buffer.from(file ? JSON.parse(readFileSync(file, 'utf8')).value : JSON.parse(value), 'base64');
}

// The size in the header of the PNG that the model is shown.
function sizeOfPng(base64: string | undefined): { width: number; height: number } {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

// One pixel, repeated as GIF needs it.
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 0], 24);
  return Buffer.concat([header, deflateSync(Buffer.alloc(10))]);
}

// 320 × 200 pixels, red at the left and blue at the right, made by `heif-enc` of libheif 1.15.
const TWO_COLORS = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAA9AAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAA',
    'AACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAPPAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQCEAAQArQgEBA3AAAAMAkA',
    'AAAwAAAwA8oAoIDJZbqSSmubgQEDAgAAADACAAAAMAISIAAQAHRAHBcrBiQAAAABRpc3BlAAAAAAAAAUAAAADIAAAAEHBpeGkAAAAAAwgICAAA',
    'ABZpcG1hAAAAAAAAAAEAAQOBAoMAAAD8bWRhdAAAAPAoAa8TIdlAfeaocNP//iaUf/0654fp5dLSeb2Q7muztmJ0///dN7C/zcoX/x4v/gv//S',
    'mijh37LAAERKMCKW0oAABqg0NUpahUhoLjF2YQAFucRgRU0LD/5iI1SOJMo5ImQ+AKUf++lz0uAWaFcR0UjMdb//W+owAOYAZMkwAAxwAMqxkv',
    'oERw7/9gXHyYALd1PhP1xnf/oNv75dN97mU5dldYp/7DqD8o+M8l25+3wPB//3YQUAAAAwJyygnAAAADAAADAAADAAADAG3YERw7/9gXHz5Xjd',
    'qaFh/8xEapHEmUcAAAAwAAAwAAAwAAPuA=',
  ].join(''),
  'base64',
);

describe('REQ-BT-006: read_image', () => {
  test('shows what the user provides, in the folders of images and of uploads', async () => {
    for (const provided of [pictures, uploads]) {
      const path = join(provided, 'theirs.gif');
      writeFileSync(path, GIF);
      expect((await call('read_image', { path })).data).toMatchObject({ path, mimeType: 'image/gif' });
    }
    const elsewhere = join(root, 'mine.gif');
    writeFileSync(elsewhere, GIF);
    await expect(call('read_image', { path: elsewhere })).rejects.toMatchObject({
      code: 'denied',
      hint: expect.stringContaining('--image-dir'),
    });
  });

  test.each([
    ['image/png', 'a.png'],
    ['image/jpeg', 'b.jpg'],
    ['image/webp', 'c.webp'],
  ])('shows %s', async (type, name) => {
    const path = keep(name, await draw(type, 40, 30));
    const { data, text, images } = await call('read_image', { path });
    expect(data).toEqual({ path, mimeType: type, width: 40, height: 30 });
    expect(text).toContain(`Image from ${path} (type: ${type})`);
    expect(images).toEqual([{ data: readFileSync(path, 'base64'), mimeType: type }]);
  });

  test('shows a GIF, and knows an image by its content and not by its name', async () => {
    const path = keep('picture.png', GIF);
    expect((await call('read_image', { path })).data).toEqual({ path, mimeType: 'image/gif', width: 1, height: 1 });
  });

  test('makes an image that is too large for a model smaller', async () => {
    const path = keep('wide.png', await draw('image/png', 4000, 1000));
    const { data, text, images } = await call('read_image', { path });
    expect(data).toMatchObject({ width: 1568, height: 392, fileWidth: 4000, fileHeight: 1000 });
    expect(text).toContain('4000 × 1000, shown as 1568 × 392');
    expect(sizeOfPng(images?.[0]?.data)).toEqual({ width: 1568, height: 392 });
  });

  test('shows a HEIC image, with its real size', async () => {
    const path = keep('photo.heic', TWO_COLORS);
    const { data, text, images } = await call('read_image', { path });
    expect(data).toEqual({ path, mimeType: 'image/png', width: 320, height: 200 });
    expect(text).toContain('320 × 200');
    expect(sizeOfPng(images?.[0]?.data)).toEqual({ width: 320, height: 200 });
    const { data: compared } = await call('browser_compare', { before: path, after: path });
    expect(compared).toMatchObject({ same: true, sizes: { before: { width: 320, height: 200 } } });
    const picture = `data:image/png;base64,${images?.[0]?.data}`;
    const script = `(async () => {
      const bitmap = await createImageBitmap(await (await fetch('${picture}')).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      return [10, 310].map((x) => [...canvas.getImageData(x, 100, 1, 1).data].map((part) => (part > 200 ? 1 : part < 50 ? 0 : part)).join(''));
    })()`;
    const { data: colors } = await call('browser_evaluate', { script });
    expect(Object(colors).value).toBe('["1001","0011"]');
  });

  test('refuses a small file that names a huge picture, before it is unpacked', async () => {
    const path = keep('bomb.png', pngHeader(50_000, 50_000));
    await expect(call('read_image', { path })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('50000 × 50000 pixels'),
    });
  });

  test.each([
    ['half of a HEIC', TWO_COLORS.subarray(0, 300), 'HEIC image that cannot be unpacked', 'JPEG or PNG'],
    ['text', Buffer.from('hello'), 'is not a PNG, JPEG, GIF, WebP or HEIC', 'Convert'],
    ['nothing', Buffer.alloc(0), 'is not a PNG, JPEG, GIF, WebP or HEIC', 'Convert'],
    ['half a header', pngHeader(1, 1).subarray(0, 18), 'is not a PNG', 'Convert'],
    ['broken data', pngHeader(10, 10), 'cannot be unpacked', 'Make the file again'],
  ])('%s under the name of an image gives a clear error', async (_, bytes, message, hint) => {
    const path = keep('odd.png', bytes);
    await expect(call('read_image', { path })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  test('reads from allowed folders only, whatever way the path takes', async () => {
    const outside = join(root, 'outside.png');
    writeFileSync(outside, GIF);
    symlinkSync(outside, join(folder, 'link.png'));
    symlinkSync(root, join(folder, 'up'));
    const ways = [outside, '/etc/passwd', join(folder, '../outside.png'), join(folder, 'link.png')];
    for (const path of [...ways, join(folder, 'up/outside.png'), '../../outside.png', folder]) {
      await expect(call('read_image', { path }), path).rejects.toMatchObject({ code: 'denied' });
    }
    await expect(call('read_image', { path: join(folder, 'none.png') })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(`Image file not found: ${join(folder, 'none.png')}`),
    });
  });
});

describe('REQ-BT-003: screenshots', () => {
  const page =
    'data:text/html,<title>P</title><body style="margin:0"><div id="box" style="width:300px;height:200px;background:teal">x</div><div style="height:4000px">';

  test('browser_take_screenshot saves the viewport as a file that read_image shows', async () => {
    await call('browser_navigate', { url: page });
    const { text, images, files } = await call('browser_take_screenshot');
    const path = files?.[0]?.path ?? '';
    expect(text).toMatch(/^Screenshot taken \(saved as .+\.png\)\n/);
    expect(text).toContain(`(saved as ${path})`);
    expect(files).toEqual([{ path, name: 'screenshot.png', mimeType: 'image/png', size: readFileSync(path).length }]);
    expect(sizeOfPng(images?.[0]?.data)).toEqual({ width: 1280, height: 720 });
    expect((await call('read_image', { path })).images).toEqual([
      { data: readFileSync(path, 'base64'), mimeType: 'image/png' },
    ]);
  });

  test('with a selector it has the element only', async () => {
    await call('browser_navigate', { url: page });
    const { images } = await call('browser_take_screenshot', { selector: '#box' });
    expect(sizeOfPng(images?.[0]?.data)).toEqual({ width: 300, height: 200 });
    await expect(call('browser_take_screenshot', { selector: '#bax' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a picture with too many bytes for a model is shown as JPEG, and the file is whole', async () => {
    await call('browser_resize', { width: 1400, height: 1000 });
    await call('browser_navigate', {
      url: 'data:text/html,<body style="margin:0"><canvas width="1400" height="1000">',
    });
    const noise = `const context = document.querySelector('canvas').getContext('2d');
      const image = context.createImageData(1400, 1000);
      for (let at = 0; at < image.data.length; at += 4) {
        image.data.set([Math.random() * 256, Math.random() * 256, Math.random() * 256, 255], at);
      }
      context.putImageData(image, 0, 0); 0`;
    await call('browser_eval', { expression: noise });
    const { images, files } = await call('browser_screenshot');
    expect(images?.[0]?.mimeType).toBe('image/jpeg');
    expect(images?.[0]?.data.length).toBeLessThanOrEqual(5_000_000);
    expect(files?.[0]?.size).toBeGreaterThan(4_000_000);
  });

  test('what is too large for a model is shown smaller, and the file has the full size', async () => {
    await call('browser_navigate', { url: page });
    const { data, images, files } = await call('browser_screenshot', { fullPage: true });
    expect(data).toMatchObject({ width: 1280, height: 4200 });
    expect(sizeOfPng(readFileSync(files?.[0]?.path ?? '', 'base64'))).toEqual({ width: 1280, height: 4200 });
    expect(sizeOfPng(images?.[0]?.data)).toEqual({ width: 478, height: 1568 });
  });
});
