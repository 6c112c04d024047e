import type { SessionEvent } from '@btcp/tools';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { EventFeed } from './event-feed.js';
import type { Sessions } from './sessions.js';

/** A reader that lags behind by more than this is let go: it comes back and goes on where it stopped. */
const MOST_UNREAD = 2_000;

/** What happens in a session, as server-sent events that can be resumed by `Last-Event-ID`. */
export function eventRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/events', (context) => {
    const sessionId = context.req.param('sessionId');
    const last = Number(context.req.header('last-event-id') ?? context.req.query('after'));
    // Kept from here on, so that what happens next happens in the conversation that is read.
    const { conversation } = watchedOrNone(sessions, sessionId);
    const watch = conversation?.watch();
    return streamSSE(context, async (stream) => {
      const feed = new EventFeed<SessionEvent>(MOST_UNREAD);
      const stop = sessions
        .events(sessionId)
        .subscribe((event) => feed.add(event), Number.isFinite(last) && last > 0 ? last : undefined);
      stream.onAbort(() => {
        stop();
        watch?.[Symbol.dispose]();
        feed.wake();
      });
      const { active } = sessions.status(sessionId);
      await stream.writeSSE({ data: JSON.stringify({ type: 'browser_active', active }) });
      await feed.writeTo(stream, (event) => stream.writeSSE({ id: String(event.id), data: JSON.stringify(event) }));
    });
  });

  return routes;
}

/** Before a session owns the browser there is nothing to keep. */
function watchedOrNone(sessions: Sessions, sessionId: string): Partial<ReturnType<Sessions['watched']>> {
  try {
    return sessions.watched(sessionId);
  } catch {
    return {};
  }
}
