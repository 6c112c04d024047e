import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';

const BUILT = new URL('../../web/dist/', import.meta.url);

const { resolve } = createRequire(import.meta.url);
const SCRIPTS = {
  '/client.js': resolve('@btcp/client/script.js'),
  '/client-sandboxes.js': resolve('@btcp/client/sandboxes.script.js'),
};

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

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

interface WebFilesOptions {
  // Where a proxy serves them; pages lie at several depths, so they name their assets by it.
  prefix?: string | undefined;
  issuer?: string | undefined;
}

export function webFiles({ prefix = '', issuer }: WebFilesOptions = {}): Hono {
  const files = new Hono();
  const provider = issuer === undefined ? '' : ` data-provider="${new URL(issuer).host}"`;
  const prepared = (html: string) =>
    html.replaceAll('"./assets/', `"${prefix}/assets/`).replace('<html', `<html${provider}`);
  const page = (name: string) => () =>
    new Response(prepared(readFileSync(new URL(name, BUILT), 'utf8')), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        ...SAFE,
      },
    });

  for (const path of ['/', '/agents/*', '/pages/*', '/browsers', '/browsers/*']) files.get(path, page('index.html'));
  files.get('/live', page('live.html'));
  for (const [path, file] of Object.entries(SCRIPTS)) {
    files.get(path, (context) =>
      context.body(readFileSync(file, 'utf8'), 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    );
  }

  // File names contain a hash of the content.
  files.get('/assets/*', async (context) => {
    // The build makes no name that has to be encoded.
    const name = /^\/assets\/([\w.-]+)$/.exec(context.req.path)?.[1];
    const file = new URL(`assets/${name}`, BUILT);
    const data = name === undefined ? undefined : await readFile(fileURLToPath(file)).catch(() => undefined);
    if (!data) throw new BtcpError('not_found', `There is no file ${context.req.path}.`, { hint: 'Reload the page.' });
    return context.body(data, 200, {
      'content-type': TYPES[extname(file.pathname)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      ...SAFE,
    });
  });

  return files;
}
