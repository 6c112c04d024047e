import { BtcpError } from '@btcp/protocol';
import type { BrowserSession, BrowserState, Conversation } from '@btcp/tools';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Sessions } from '../sessions/sessions.js';
import { readArguments } from './read-arguments.js';

/** Twice what a browser saves at most. */
const MAX_STATE_BYTES = 32 * 1024 * 1024;
/** Databases have many small values, each with commas, colons and brackets. */
const MAX_STATE_TOKENS = 800_000;

const origin = z.string().regex(/^https?:\/\/[^/]+$/);
const items = z.record(z.string(), z.string());

const path = z.union([z.string(), z.array(z.string())]);

const database = z.strictObject({
  name: z.string(),
  version: z.number(),
  stores: z.array(
    z.strictObject({
      name: z.string(),
      keyPath: path.nullable(),
      autoIncrement: z.boolean(),
      indexes: z.array(
        z.strictObject({ name: z.string(), keyPath: path, unique: z.boolean(), multiEntry: z.boolean() }),
      ),
      rows: z.array(z.strictObject({ key: z.unknown(), value: z.unknown() })),
    }),
  ),
});

const stateInput = z.strictObject({
  cookies: z.array(z.record(z.string(), z.unknown())),
  storage: z.array(
    z.strictObject({
      origin,
      local: items,
      databases: z.array(database).optional(),
      leftOut: z.array(z.string()).optional(),
    }),
  ),
  tabs: z.array(
    z.strictObject({
      url: z.string(),
      session: z.array(z.strictObject({ origin, items })),
      active: z.boolean(),
    }),
  ),
}) satisfies z.ZodType<BrowserState>;

/** Saves and restores cookies, storage and tabs of a browser. */
export function stateRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/state', async (context) =>
    context.json(await saveState(sessions.use(context.req.param('sessionId')))),
  );

  routes.put('/sessions/:sessionId/state', async (context) => {
    const state = stateInput.safeParse(
      await readArguments(context.req, {
        what: 'state',
        maxBytes: MAX_STATE_BYTES,
        maxTokens: MAX_STATE_TOKENS,
      }),
    );
    if (!state.success) throw noState();
    await restoreState(sessions.use(context.req.param('sessionId')), state.data);
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
export async function restoreState(conversation: Conversation, state: BrowserState): Promise<void> {
  await withBrowser(conversation, async (browser) => {
    if (!browser.restoreState) throw noStates();
    await browser.restoreState(state);
  });
}

/** Runs like a call of the agent: in its turn, and not while a person drives. */
async function withBrowser<T>(conversation: Conversation, run: (browser: BrowserSession) => Promise<T>): Promise<T> {
  return conversation.exclusive(async () => {
    using _pass = conversation.lease.admit('write');
    using guard = await conversation.browser();
    return run(guard.session);
  });
}

function noStates(): BtcpError {
  return new BtcpError('unsupported', 'This browser cannot tell its state.', { hint: 'Use a session with a Chrome.' });
}

function noState(): BtcpError {
  return new BtcpError('invalid_input', 'The body is not the state of a browser.', {
    hint: 'Send what GET /sessions/:sessionId/state has given.',
  });
}
