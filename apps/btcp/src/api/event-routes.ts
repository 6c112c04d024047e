import { readRequest } from '@btcp/access';
import { type AccessOptions, EventFeed } from '@btcp/host';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AppEvent } from '../contract/types.js';
import { callerOf } from '../team/caller.js';
import { Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';
import { appEventOf } from './app-event-of.js';
import { followOutside } from './follow-outside.js';
import { type Surroundings, WorkspaceEvents } from './workspace-events.js';

type Add = (event: AppEvent) => void;

// A reader that falls behind this far is disconnected; it reconnects and gets the full state.
const MAX_UNREAD = 5_000;

export function eventRoutes(workspace: () => Workspace, around: Surroundings, { signIns }: AccessOptions): Hono {
  const { outside } = around;
  const routes = new Hono();
  let count = Date.now();

  function whenSignedOut({ req }: Context, end: () => void): () => void {
    const token = readRequest(req.raw.headers).token ?? '';
    if (!signIns?.check(token)) return () => {};
    return signIns.subscribe(() => {
      if (!signIns.has(token)) end();
    });
  }

  // Subscribes before it reads the state, so that nothing is lost in between.
  function stream(context: Context, subscribe: (add: Add) => () => void, state: () => Promise<AppEvent[]>) {
    return streamSSE(context, async (sse) => {
      const feed = new EventFeed<AppEvent>(MAX_UNREAD);
      const unsubscribe = subscribe((event) => feed.add(event));
      const stopChecking = whenSignedOut(context, () => sse.abort());
      sse.onAbort(() => {
        unsubscribe();
        stopChecking();
        feed.wake();
      });
      // The type is in the data as well, for readers of the data alone.
      const write = async (event: AppEvent) =>
        sse.writeSSE({ id: String(++count), event: event.type, data: JSON.stringify(event) });
      for (const event of await state()) await write(event);
      await feed.writeTo(sse, write);
    });
  }

  routes.get('/events', (context) => {
    const space = workspace();
    const whole = new WorkspaceEvents(space, around, new Visible(space, callerOf(context)));
    return stream(
      context,
      (add) => whole.follow(add),
      async () => whole.state(),
    );
  });

  routes.get('/agents/:slug/sessions/:id/events', (context) => {
    const { slug, id } = context.req.param();
    const space = workspace();
    space.sessions.get(slug, id);
    // Browsers limit connections per server, so a page uses one stream for everything.
    const visible = new Visible(space, callerOf(context));
    const whole =
      context.req.query('workspace') === undefined ? undefined : new WorkspaceEvents(space, around, visible);
    return stream(
      context,
      (add) => {
        const stops = [subscribeSession(space, slug, id, add), whole?.follow(add)];
        return () => stops.forEach((stop) => void stop?.());
      },
      async () => [
        await space.state(slug, id),
        { type: 'usage', total: space.store.sessions.usage(slug, id) },
        ...(whole?.state() ?? []),
      ],
    );
  });

  routes.get('/sessions/:id/events', (context) => {
    const { id } = context.req.param();
    outside.list.get(id);
    const isWhole = context.req.query('workspace') !== undefined;
    const visible = isWhole ? new Visible(workspace(), callerOf(context)) : undefined;
    const whole = visible && new WorkspaceEvents(workspace(), around, visible);
    return stream(
      context,
      (add) => {
        const stops = [followOutside(outside, id, add), whole?.follow(add)];
        return () => stops.forEach((stop) => void stop?.());
      },
      async () => [outside.stateOf(id), ...(whole?.state() ?? [])],
    );
  });

  return routes;
}

function subscribeSession(space: Workspace, slug: string, id: string, add: Add): () => void {
  const host = space.hosts.of(space.agents.get(slug));
  const stopHub = space.hub.subscribe(slug, id, add);
  const stopHost = host.subscribe(id, (event) => {
    if (event.type === 'ownership') {
      const addActive = ({ active, sessionId }: { active: boolean; sessionId: string | null }) =>
        add({ type: 'browser_active', active: active && sessionId === id });
      host.status(id).then(addActive, () => {});
    } else {
      const shown = appEventOf(event);
      if (shown) add(shown);
    }
  });
  return () => {
    stopHub();
    stopHost();
  };
}
