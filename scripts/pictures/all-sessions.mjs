// Agents elsewhere at work, for the picture of all sessions.

/**
 * @param {{ url: string, token: string }} server
 * @param {string} shop
 * @returns {Promise<() => Promise<void>>} ends the request to a person that one of them makes
 */
export async function startSessions({ url, token }, shop) {
  /** @param {string} path @param {unknown} body @param {Record<string, string>} headers */
  const post = (path, body, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  /** @param {string} session @param {string} client @param {string} path */
  const open = (session, client, path) =>
    post(`/sessions/${session}/tools/browser_navigate`, { url: shop + path }, { 'btcp-client': client });
  await open('claude', 'claude-code', '/');
  await open('cursor', 'Cursor', '/');
  await open('report', 'AI SDK', '/');
  await open('night', 'python-requests', '/');
  await post('/sessions/claude/tools/browser_click', { selector: '#orders' }, { 'btcp-client': 'claude-code' });
  const asked = post(
    '/sessions/claude/tools/browser_request_user',
    { message: 'Please sign in to Harbour Coffee.', purpose: 'login' },
    { 'btcp-client': 'claude-code' },
  );
  return async () => void (await asked);
}
