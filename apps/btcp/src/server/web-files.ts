import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';

const WEB = new URL('../../web/', import.meta.url);
/** The workspace as Vite has built it. */
const BUILT = new URL('dist/', WEB);
const BY_HAND = new URL('index.html', WEB);
const LIVE = new URL('live.html', WEB);

const { resolve } = createRequire(import.meta.url);
/** Bundles for pages without a build. */
const SCRIPTS = { '/client.js': '@btcp/client/script.js', '/viewer.js': '@btcp/viewer/script.js' };

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Nothing but what is served here runs in the workspace. */
const WORKSPACE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The pages that are one file each. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; frame-ancestors 'none'";

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** The pages and scripts that people's browsers load. */
export function webFiles(): Hono {
  const files = new Hono();
  const page = (file: URL, policy: string) =>
    new Response(readFileSync(file, 'utf8'), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        ...SAFE,
      },
    });
  const workspace = () => {
    const file = new URL('index.html', BUILT);
    return existsSync(file) ? page(file, WORKSPACE_POLICY) : page(BY_HAND, PAGE_POLICY);
  };

  files.get('/', workspace);
  files.get('/agents/*', workspace);
  files.get('/by-hand', () => page(BY_HAND, PAGE_POLICY));
  files.get('/live', () => page(LIVE, PAGE_POLICY));

  for (const [path, script] of Object.entries(SCRIPTS)) {
    files.get(path, (context) =>
      context.body(readFileSync(resolve(script), 'utf8'), 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    );
  }

  // Their names tell what is in them, so they never change.
  files.get('/assets/*', async (context) => {
    const file = new URL(`.${context.req.path}`, BUILT);
    const isInside = file.href.startsWith(new URL('assets/', BUILT).href);
    const data = isInside ? await readFile(fileURLToPath(file)).catch(() => undefined) : undefined;
    if (!data)
      throw new BtcpError('not_found', `There is no file ${context.req.path}.`, { hint: 'Load the page again.' });
    return context.body(data, 200, {
      'content-type': TYPES[extname(file.pathname)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      ...SAFE,
    });
  });

  return files;
}
