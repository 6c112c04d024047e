// Agents elsewhere at work, for the pictures of all sessions and of the timeline.
import { setTimeout as sleep } from 'node:timers/promises';

/** The page is looked at between two calls. */
const LOOK_MS = 1_000;

/**
 * @param {{ url: string, token: string }} server
 * @param {string} shop
 * @returns {Promise<() => Promise<void>>} ends the request to a person that one of them makes
 */
export async function startSessions(server, shop) {
  const post = posting(server);
  /** @param {string} session @param {string} client @param {string} path */
  const open = (session, client, path) =>
    post(`/sessions/${session}/tools/browser_navigate`, { url: shop + path }, { 'btcp-client': client });
  await open('claude', 'claude-code', '/');
  await open('cursor', 'Cursor', '/');
  await open('report', 'AI SDK', '/');
  await open('night', 'python-requests', '/');
  await sleep(LOOK_MS);
  await post('/sessions/claude/tools/browser_snapshot', {}, { 'btcp-client': 'claude-code' });
  await post('/sessions/claude/tools/browser_click', { selector: '#orders' }, { 'btcp-client': 'claude-code' });
  await sleep(LOOK_MS);
  const asked = post(
    '/sessions/claude/tools/browser_request_user',
    { message: 'Please sign in to Harbour Coffee.', purpose: 'login' },
    { 'btcp-client': 'claude-code' },
  );
  return async () => void (await asked);
}

/**
 * Signs in, looks at an order and closes the browser, with the pauses that a model makes.
 * @param {{ url: string, token: string }} server
 */
export async function finishSession(server) {
  const post = posting(server);
  /** @type {[string, object][]} */
  const calls = [
    ['browser_fill', { selector: '[type=password]', value: 'correct horse' }],
    ['browser_press', { key: 'Enter' }],
    ['browser_get_text', {}],
    ['browser_click', { selector: 'a[href="/invoice-1057.csv"]' }],
    ['browser_close', {}],
  ];
  for (const [tool, input] of calls) {
    await post(`/sessions/claude/tools/${tool}`, input, { 'btcp-client': 'claude-code' });
    await sleep(LOOK_MS);
  }
}

/** @param {{ url: string, token: string }} server */
function posting({ url, token }) {
  /** @param {string} path @param {unknown} body @param {Record<string, string>} headers */
  return (path, body, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
}
