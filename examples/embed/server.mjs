// The server of the app: it serves the page, and fetches tickets from BTCP with a token that no page sees.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { json } from 'node:stream/consumers';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * @typedef {object} AppOptions
 * @property {string} folder of the built page
 * @property {string} url of BTCP
 * @property {string} token of BTCP
 * @property {string} session whose browser is shown
 */

/**
 * @param {() => AppOptions} options
 * @returns {import('node:http').Server}
 */
export function createApp(options) {
  return createServer((request, response) => {
    answer(request, options()).then(
      ({ status = 200, type = 'application/json', body }) =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      (/** @type {Error} */ { message }) => response.writeHead(500).end(message),
    );
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {AppOptions} options
 * @returns {Promise<{ status?: number, type?: string, body: string | Buffer }>}
 */
async function answer(request, options) {
  const { pathname } = new URL(request.url ?? '/', 'http://app');
  const { url, session, folder } = options;
  if (pathname === '/browser.json') {
    const stream = `${url.replace(/^http/, 'ws')}/browser/stream?sessionId=${encodeURIComponent(session)}`;
    return { body: JSON.stringify({ stream }) };
  }
  if (pathname === '/ticket') return ticket(request, options);
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  if (!/^(?:assets\/)?[\w-]+\.\w+$/.test(name)) return { status: 404, body: '{}' };
  const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(name))];
  return { type: `${type}; charset=utf-8`, body: await readFile(join(folder, name)) };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {AppOptions} options
 */
async function ticket(request, { url, token, session }) {
  // Other sites must not fetch tickets in the name of somebody who is signed in here.
  const isOwnPage = request.method === 'POST' && request.headers['sec-fetch-site'] === 'same-origin';
  // Your app knows who is signed in, and decides here who may watch and who may drive.
  const { role } = /** @type {{ role?: string }} */ (await json(request));
  if (!isOwnPage || (role !== 'view' && role !== 'control')) return { status: 403, body: '{}' };
  const response = await fetch(`${url}/sessions/${encodeURIComponent(session)}/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  });
  if (!response.ok) return { status: 502, body: '{}' };
  const { ticket, expires } = /** @type {{ ticket: string, expires: number }} */ (await response.json());
  return { body: JSON.stringify({ ticket, expires }) };
}
