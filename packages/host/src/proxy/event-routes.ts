import type { SessionEvent } from '@btcp/tools';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { EventFeed } from './event-feed.js';
import { type Sessions, statusOf } from './sessions.js';

/** A reader that lags behind by more than this is let go: it comes back and goes on where it stopped. */
const MOST_UNREAD = 2_000;

/** What happens in a session, as server-sent events that can be resumed by `Last-Event-ID`. */
export function eventRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/events', (context) => {
    const sessionId = context.req.param('sessionId');
    const last = Number(context.req.header('last-event-id') ?? context.req.query('after'));
    const isResumed = Number.isFinite(last) && last > 0;
    // Kept from here on, so that what happens next happens in the conversation that is read.
    const { conversation } = watchedOrNone(sessions, sessionId);
    const watch = conversation?.watch();
    return streamSSE(context, async (stream) => {
      const feed = new EventFeed<SessionEvent>(MOST_UNREAD);
      const events = sessions.events(sessionId);
      const { lastId } = events;
      const stop = events.subscribe((event) => feed.add(event), isResumed ? last : undefined);
      stream.onAbort(() => {
        stop();
        watch?.[Symbol.dispose]();
        feed.wake();
      });
      const { active, sessionId: owner, control } = statusOf(sessions, sessionId);
      // A newcomer can resume from here on, even if nothing has happened before the line breaks.
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

/** Before a session owns the browser there is nothing to keep. */
function watchedOrNone(sessions: Sessions, sessionId: string): Partial<ReturnType<Sessions['watched']>> {
  try {
    return sessions.watched(sessionId);
  } catch {
    return {};
  }
}
