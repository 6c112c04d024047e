import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Hono } from 'hono';

const FOLDER = new URL('../../web/dist/', import.meta.url);

/** Scripts and styles come from here alone, and nothing is written into the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The workspace at `/`, the window of a link at `/live`, and what both are made of. */
export function webPages(): Hono {
  const pages = new Hono();
  for (const [path, file] of [
    ['/', 'index.html'],
    ['/live', 'live.html'],
  ] as const) {
    pages.get(path, (context) =>
      context.html(readFileSync(new URL(file, FOLDER), 'utf8'), 200, {
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      }),
    );
  }
  const assets = new URL('assets/', FOLDER);
  // Only what the build has made can be asked for, so that no path leads anywhere else.
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    pages.get(`/assets/${name}`, (context) =>
      context.body(readFileSync(new URL(name, assets)), 200, {
        'content-type': type,
        // The name changes with the content.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }),
    );
  }
  return pages;
}
