import { BtcpError } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import type { History, HistorySession, HistoryStep, HistoryWords } from '../contract/history.js';
import { exportHistory, type HistoryReader } from '../exports/export-history.js';
import type { HistoryKey } from '../history/history-key.js';
import type { SessionHistories } from '../history/session-histories.js';
import { wordsOf } from '../history/words-of.js';
import { callerOf } from '../team/caller.js';
import { mayListOutside } from '../workspace/own-sessions.js';
import type { Workspace } from '../workspace/workspace.js';

interface AskedHistory {
  key: HistoryKey;
  // What people call a session that is there, whether or not something of it is kept.
  title?: string | undefined;
  words?(steps: readonly HistoryStep[]): Promise<HistoryWords[]>;
}

// Pictures and pages never change, and are nobody else's.
const KEPT = { 'cache-control': 'private, max-age=86400, immutable', 'x-content-type-options': 'nosniff' };
const NOT_KEPT = { 'cache-control': 'no-store' };

function historyRoutes(histories: SessionHistories, asked: (context: Context) => Promise<AskedHistory>): Hono {
  const routes = new Hono();

  async function historyOf(context: Context): Promise<History & { key: HistoryKey }> {
    const { key, title, words = async () => [] } = await asked(context);
    const { store } = histories;
    const found = await store?.steps(key);
    if (found) {
      const { session, steps } = found;
      return { session: { ...session, name: title ?? session.name }, steps, words: await words(steps), key };
    }
    if (title !== undefined) return { session: emptySession(key, title), steps: [], words: [], key };
    throw new BtcpError('not_found', `Session "${key.id}" has no history.`, {
      hint: store ? 'GET /history lists the sessions that have one.' : 'Start the server with --history-size above 0.',
    });
  }

  function stepOf(context: Context, { steps }: History): number {
    const number = Number(context.req.param('step'));
    if (steps.some((step) => step.number === number)) return number;
    throw new BtcpError('not_found', `The history has no step ${context.req.param('step')}.`, {
      hint: `It has steps ${steps[0]?.number ?? 0} to ${steps.at(-1)?.number ?? 0}.`,
    });
  }

  routes.get('/', async (context) => {
    const { key, ...history } = await historyOf(context);
    const format = context.req.query('format') ?? 'json';
    if (format === 'json') return context.json(history, 200, NOT_KEPT);
    const { body, type, name } = await exportHistory(format, history, readerOf(histories, key, history));
    const disposition = `attachment; filename="${name}"`;
    return context.body(new Uint8Array(body), 200, {
      'content-type': type,
      'content-disposition': disposition,
      ...NOT_KEPT,
    });
  });

  routes.delete('/', async (context) => {
    const { key } = await asked(context);
    return context.json({ success: true, removed: (await histories.store?.remove(key)) ?? false });
  });

  routes.get('/:step', async (context) => {
    const history = await historyOf(context);
    const number = stepOf(context, history);
    return context.json(await histories.store?.details(history.key, history.steps, number), 200, NOT_KEPT);
  });

  routes.get('/:step/picture', async (context) => {
    const { key } = await asked(context);
    const picture = await histories.store?.picture(key, Number(context.req.param('step')));
    if (!picture) return context.body(null, 204, NOT_KEPT);
    return context.body(new Uint8Array(picture.data), 200, { 'content-type': picture.mimeType, ...KEPT });
  });

  return routes;
}

export function historyDoors(histories: SessionHistories): Hono {
  const routes = new Hono();
  routes.get('/history', async (context) => {
    const caller = callerOf(context);
    const isAdmin = caller === undefined || caller.role === 'admin';
    const all = (await histories.store?.list()) ?? [];
    const sessions = isAdmin ? all : all.filter((session) => mayListOutside(caller, session));
    return context.json({ success: true, sessions }, 200, NOT_KEPT);
  });
  routes.route(
    '/sessions/:id/history',
    historyRoutes(histories, async (context) => {
      const id = context.req.param('id') ?? '';
      return { key: { id }, title: histories.nameOf(id) };
    }),
  );
  return routes;
}

/** A session without a browser is pictured as it was last; all others as they are, by the routes that follow. */
export function lastPictureRoutes(histories: SessionHistories): Hono {
  const routes = new Hono();
  routes.get('/sessions/:id/picture', async (context, next) => {
    const picture = await histories.lastPicture(context.req.param('id'));
    if (!picture) return next();
    return context.body(new Uint8Array(picture.data), 200, { 'content-type': picture.mimeType, ...NOT_KEPT });
  });
  return routes;
}

export function agentHistoryRoutes(workspace: () => Promise<Workspace>, histories: SessionHistories): Hono {
  const asked = async (context: Context): Promise<AskedHistory> => {
    const { slug = '', id = '' } = context.req.param() as Record<string, string>;
    const { sessions, store } = await workspace();
    const { title } = await sessions.get(slug, id);
    const words = async (steps: readonly HistoryStep[]) => wordsOf(await store.messages.list(slug, id), steps);
    return { key: { agent: slug, id }, title, words };
  };
  return new Hono().route('/:slug/sessions/:id/history', historyRoutes(histories, asked));
}

function emptySession({ id, agent }: HistoryKey, name: string): HistorySession {
  const caller = { kind: 'http', name } as const;
  return {
    id,
    name,
    caller,
    ...(agent === undefined ? {} : { agent }),
    since: 0,
    lastUsed: 0,
    steps: 0,
    bytes: 0,
    picture: null,
  };
}

function readerOf({ store }: SessionHistories, key: HistoryKey, { steps }: History): HistoryReader {
  return {
    details: async (step) => store?.details(key, steps, step),
    picture: async (step) => store?.picture(key, step),
  };
}
