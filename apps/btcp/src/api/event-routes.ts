import { EventFeed } from '@btcp/host';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Workspace } from '../agents/workspace.js';
import { appEventOf } from './app-event-of.js';
import type { AppEvent } from './types.js';

/** A reader that lags behind by more than this is let go: it comes back, and is told all of it anew. */
const MOST_UNREAD = 5_000;

/** What happens in a session. Who comes, or comes back, is told how it stands first, so that nothing can be missed. */
export function eventRoutes(workspace: () => Workspace): Hono {
  const routes = new Hono();
  let count = Date.now();

  routes.get('/:slug/sessions/:id/events', (context) => {
    const { slug, id } = context.req.param();
    const space = workspace();
    space.session(slug, id);
    const host = space.hostOf(space.agent(slug));
    return streamSSE(context, async (stream) => {
      const feed = new EventFeed<AppEvent>(MOST_UNREAD);
      const add = (event: AppEvent | undefined) => {
        if (event) feed.add(event);
      };
      // Heard before the state is read: what happens meanwhile is told after it.
      const stopHearing = space.hub.subscribe(slug, id, add);
      const stopHost = host.subscribe(id, (event) => {
        if (event.type === 'ownership') {
          const tell = ({ active, sessionId }: { active: boolean; sessionId: string | null }) =>
            add({ type: 'browser_active', active: active && sessionId === id });
          host.status(id).then(tell, () => {});
        } else add(appEventOf(event));
      });
      stream.onAbort(() => {
        stopHearing();
        stopHost();
        feed.wake();
      });
      const write = async ({ type, ...data }: AppEvent) =>
        stream.writeSSE({ id: String(++count), event: type, data: JSON.stringify(data) });
      await write(await space.state(slug, id));
      await write({ type: 'usage', total: space.store.sessions.usage(slug, id) });
      await feed.writeTo(stream, write);
    });
  });

  return routes;
}
