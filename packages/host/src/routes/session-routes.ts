import { BtcpError, type ListedSession } from '@btcp/protocol';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { SessionList, SessionListEvent } from '../sessions/session-list.js';
import { EventFeed } from './event-feed.js';
import { readArguments } from './read-arguments.js';

const MAX_UNREAD = 5_000;
// The reader of a slow connection gets the whole list again.
const NOT_KEPT = { 'cache-control': 'no-store' };

/** Which sessions the sender of a request is shown. */
export type MayList = (context: Context) => (session: ListedSession) => boolean;

/** Lists the sessions of a server, follows them, names and pictures them. `mayList` leaves out those of others. */
export function sessionRoutes(list: SessionList, mayList: MayList): Hono {
  const routes = new Hono();

  routes.get('/sessions', (context) => {
    const isListed = mayList(context);
    return context.json({ success: true, sessions: list.list().filter(isListed) });
  });

  routes.get('/sessions/events', (context) => {
    const isListed = mayList(context);
    return streamSSE(context, async (stream) => {
      const feed = new EventFeed<SessionListEvent>(MAX_UNREAD);
      const stop = followListed(list, isListed, (event) => feed.add(event));
      stream.onAbort(() => {
        stop();
        feed.wake();
      });
      const write = (event: SessionListEvent | { type: 'sessions'; sessions: ListedSession[] }) =>
        stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
      await write({ type: 'sessions', sessions: list.list().filter(isListed) });
      await feed.writeTo(stream, write);
    });
  });

  routes.patch('/sessions/:sessionId', async (context) => {
    const { name } = await readArguments(context.req);
    if (typeof name !== 'string') {
      throw new BtcpError('invalid_input', 'name is wrong: expected text.', {
        hint: 'Give the name to show; an empty one is made from the caller and the site.',
      });
    }
    return context.json({ success: true, session: list.rename(context.req.param('sessionId'), name) });
  });

  routes.get('/sessions/:sessionId/picture', async (context) => {
    const picture = await list.get(context.req.param('sessionId')).takePicture();
    if (!picture) return context.body(null, 204, NOT_KEPT);
    return context.body(picture as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'image/jpeg', ...NOT_KEPT });
  });

  return routes;
}

/** Follows the sessions that somebody may see, and says nothing of the others: not even that one is gone. */
export function followListed(
  list: SessionList,
  isListed: (session: ListedSession) => boolean,
  publish: (event: SessionListEvent) => void,
): () => void {
  const shown = new Set(
    list
      .list()
      .filter(isListed)
      .map(({ id }) => id),
  );
  return list.subscribe((event) => {
    if (event.type === 'session' && !isListed(event.session)) return;
    if (event.type === 'session') shown.add(event.session.id);
    else if (!shown.delete(event.id)) return;
    publish(event);
  });
}
