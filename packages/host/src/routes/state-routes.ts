import { BtcpError } from '@btcp/protocol';
import {
  type BrowserSession,
  type BrowserState,
  type Conversation,
  readBrowserState,
  toStorageState,
} from '@btcp/tools';
import { Hono } from 'hono';
import type { Sessions } from '../sessions/sessions.js';
import { readArguments } from './read-arguments.js';

// Twice what a browser saves at most.
const MAX_STATE_BYTES = 32 * 1024 * 1024;
// Databases have many small values, each with commas, colons and brackets.
const MAX_STATE_TOKENS = 800_000;

export function stateRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/state', async (context) => {
    const state = await saveState(sessions.use(context.req.param('sessionId')));
    return context.json(context.req.query('format') === 'playwright' ? toStorageState(state) : state);
  });

  routes.put('/sessions/:sessionId/state', async (context) => {
    const given = await readArguments(context.req, {
      what: 'state',
      maxBytes: MAX_STATE_BYTES,
      maxTokens: MAX_STATE_TOKENS,
    });
    await restoreState(sessions.use(context.req.param('sessionId')), readBrowserState(given));
    return context.body(null, 204);
  });

  return routes;
}

/** Returns cookies, storage and tabs of a conversation's browser. */
export async function saveState(conversation: Conversation): Promise<BrowserState> {
  return withBrowser(conversation, async (browser) => {
    if (!browser.saveState) throw noStates();
    return browser.saveState();
  });
}

/** Replaces cookies, storage and tabs of a conversation's browser. */
export async function restoreState(
  conversation: Conversation,
  state: BrowserState,
  options: { afterLoss?: boolean } = {},
): Promise<void> {
  await withBrowser(conversation, async (browser) => {
    if (!browser.restoreState) throw noStates();
    await browser.restoreState(state, options);
  });
}

// Runs like a call of the agent: in its turn, and not while a person drives.
async function withBrowser<T>(conversation: Conversation, run: (browser: BrowserSession) => Promise<T>): Promise<T> {
  return conversation.exclusive(async () => {
    using _pass = conversation.lease.admit('write');
    using guard = await conversation.browser();
    return run(guard.session);
  });
}

function noStates(): BtcpError {
  return new BtcpError('unsupported', 'This browser cannot report its state.', {
    hint: 'Use a session with a Chrome.',
  });
}
