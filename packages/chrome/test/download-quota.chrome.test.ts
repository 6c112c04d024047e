import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname } from 'node:path';
import { servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const KB = 1024;
const { call } = freshBrowser({ downloads: { session: 300 * KB, total: 500 * KB } });
let pages: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  const file =
    (size: number): RequestListener =>
    (_, response) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="a.bin"',
      };
      response.writeHead(200, headers).end('x'.repeat(size));
    };
  pages = await servePages({
    '/': '<title>Files</title><a href="/large">Large</a>',
    '/small': file(200 * KB),
    '/large': file(400 * KB),
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: pages.origin + path });

describe('downloads have a quota (T17)', () => {
  test('a file that is larger than the quota of a session is refused, and leaves nothing behind', async () => {
    const { data } = await open('/small');
    const { path } = (data as { download: { path: string } }).download;
    expect(existsSync(path)).toBe(true);
    await expect(open('/large')).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('a session may download 0.29 MB'),
      hint: expect.stringContaining('--download-limit'),
    });
    // The second small file would be too much as well.
    await expect(open('/small')).rejects.toMatchObject({ code: 'denied' });
    await expect.poll(() => readdirSync(dirname(path)).length).toBe(1);
  });

  test('what a page starts is refused as well, and the result says so', async () => {
    await open('/');
    const { text, data } = await call('browser_click', { selector: 'a' });
    expect(text).toContain('Download failed: a.bin: The download of');
    expect(data).toMatchObject({
      effects: { downloads: [{ name: 'a.bin', failure: expect.stringContaining('may download') }] },
    });
  });
});
