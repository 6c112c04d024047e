import type { SessionEvent } from '@btcp/tools';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type Sessions, statusOf } from '../sessions/sessions.js';
import { EventFeed } from './event-feed.js';

const MAX_UNREAD = 2_000;

export function eventRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/events', (context) => {
    const sessionId = context.req.param('sessionId');
    const last = Number(context.req.header('last-event-id') ?? context.req.query('after'));
    const isResumed = Number.isFinite(last) && last > 0;
    // The conversation must not be replaced between here and the first event.
    const { conversation } = watchedOrNone(sessions, sessionId);
    const watch = conversation?.watch();
    return streamSSE(context, async (stream) => {
      const feed = new EventFeed<SessionEvent>(MAX_UNREAD);
      const events = sessions.events(sessionId);
      const { lastId } = events;
      const stop = events.subscribe((event) => feed.add(event), isResumed ? last : undefined);
      stream.onAbort(() => {
        stop();
        watch?.[Symbol.dispose]();
        feed.wake();
      });
      const { active, sessionId: owner, control } = statusOf(sessions, sessionId);
      // A new reader can resume from here, even if the connection breaks before the first event.
      const id = isResumed ? {} : { id: String(lastId) };
      await stream.writeSSE({
        ...id,
        data: JSON.stringify({ type: 'browser_active', active: active && owner === sessionId }),
      });
      if (control) await stream.writeSSE({ data: JSON.stringify({ type: 'control', control }) });
      await feed.writeTo(stream, (event) => stream.writeSSE({ id: String(event.id), data: JSON.stringify(event) }));
    });
  });

  return routes;
}

function watchedOrNone(sessions: Sessions, sessionId: string): Partial<ReturnType<Sessions['watched']>> {
  try {
    return sessions.watched(sessionId);
  } catch {
    return {};
  }
}
