import { lookAt } from '@btcp/tools';
import { Hono } from 'hono';
import type { Sessions } from '../sessions/sessions.js';

const NOT_KEPT = { 'cache-control': 'no-store' };

/** Looks at the page of a session, for the server that keeps its history. Never starts a browser. */
export function lookRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/look', async (context) => {
    const sessionId = context.req.param('sessionId');
    if (!sessions.status(sessionId).sessions.includes(sessionId)) return context.body(null, 204, NOT_KEPT);
    const look = await lookAt(sessions.watched(sessionId).conversation, {
      since: Number(context.req.query('since')) || undefined,
      age: Number(context.req.query('age')) || 0,
      unanswered: new Set(context.req.query('unanswered')?.split(',').filter(Boolean).map(Number)),
      signal: context.req.raw.signal,
    });
    return look ? context.json(look, 200, NOT_KEPT) : context.body(null, 204, NOT_KEPT);
  });

  return routes;
}
