import { createHostRoutes, errorResponse, LiveLinks, OwnBrowsers } from '@btcp/host';
import { Conversations, catalogue, createToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import { expect, test } from 'vitest';

// A host whose engine must never be asked for a browser.
function host() {
  const open = async () => {
    throw new Error('A browser was started.');
  };
  const conversations = new Conversations({ open, close: async () => {} });
  const app = new Hono();
  app.onError(errorResponse);
  const sessions = new OwnBrowsers(conversations);
  app.route(
    '/',
    createHostRoutes({ tools: createToolSet(catalogue), conversations, sessions, links: new LiveLinks() }),
  );
  return (body: string) => app.request('/sessions/a/state', { method: 'PUT', body });
}

test.each([
  ['is larger than what a browser saves', `{"cookies":[],"storage":[],"tabs":["${'x'.repeat(33 * 1024 * 1024)}"]}`],
  ['is nested without end', `{"cookies":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)},"storage":[],"tabs":[]}`],
  ['has millions of cookies', `{"cookies":[${'{},'.repeat(3_000_000)}{}],"storage":[],"tabs":[]}`],
])('a state that %s is refused before it is read (T17)', async (_, body) => {
  const response = await host()(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'invalid_input',
      message: expect.stringMatching(/^The state (is larger than \d+|has too many values)/),
    },
  });
});
