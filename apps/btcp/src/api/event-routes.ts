import { readRequest } from '@btcp/access';
import { type AccessOptions, EventFeed } from '@btcp/host';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Agent, AppEvent } from '../contract/types.js';
import { callerOf } from '../team/caller.js';
import { Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';
import { appEventOf } from './app-event-of.js';
import { followOutside } from './follow-outside.js';
import { type Surroundings, WorkspaceEvents } from './workspace-events.js';

type Add = (event: AppEvent) => void;

interface Followed {
  stop(): void;
  state(): Promise<AppEvent[]>;
}

// A reader that falls behind this far is disconnected; it reconnects and gets the full state.
const MAX_UNREAD = 5_000;

export function eventRoutes(
  workspace: () => Promise<Workspace>,
  around: Surroundings,
  { signIns }: AccessOptions,
): Hono {
  const { outside } = around;
  const routes = new Hono();
  let count = Date.now();

  function whenSignedOut({ req }: Context, end: () => void): () => void {
    const token = readRequest(req.raw.headers).token ?? '';
    const stop = signIns?.subscribe(() => {
      if (signIns.hasEnded(token)) end();
    });
    return () => stop?.();
  }

  // Subscribes before it reads the state, so that nothing is lost in between.
  function stream(context: Context, follow: (add: Add, end: () => void) => Followed) {
    return streamSSE(context, async (sse) => {
      const feed = new EventFeed<AppEvent>(MAX_UNREAD);
      const { stop, state } = follow(
        (event) => feed.add(event),
        () => sse.abort(),
      );
      const stopChecking = whenSignedOut(context, () => sse.abort());
      sse.onAbort(() => {
        stop();
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

  routes.get('/events', async (context) => {
    const space = await workspace();
    const whole = new WorkspaceEvents(space, around, await Visible.of(space, callerOf(context)));
    return stream(context, (add) => ({ stop: whole.follow(add), state: () => whole.state() }));
  });

  routes.get('/agents/:slug/sessions/:id/events', async (context) => {
    const { slug, id } = context.req.param();
    const space = await workspace();
    await space.sessions.get(slug, id);
    const agent = await space.agents.get(slug);
    // Browsers limit connections per server, so a page uses one stream for everything.
    const isWhole = context.req.query('workspace') !== undefined;
    const visible = await Visible.of(space, callerOf(context));
    const whole = isWhole ? new WorkspaceEvents(space, around, visible) : undefined;
    return stream(context, (add, end) => {
      const followed = followSession(space, agent, id, add, end);
      const stopWhole = whole?.follow(add);
      return {
        stop: () => {
          followed.stop();
          stopWhole?.();
        },
        state: async () => [...(await followed.state()), ...((await whole?.state()) ?? [])],
      };
    });
  });

  routes.get('/sessions/:id/events', async (context) => {
    const { id } = context.req.param();
    outside.list.get(id);
    const isWhole = context.req.query('workspace') !== undefined;
    const space = isWhole ? await workspace() : undefined;
    const whole = space && new WorkspaceEvents(space, around, await Visible.of(space, callerOf(context)));
    return stream(context, (add) => {
      const stopElsewhere = outside.followElsewhere(id, add);
      const stops = [stopElsewhere ?? followOutside(outside, id, add), whole?.follow(add)];
      const own = () => (stopElsewhere ? [] : [outside.stateOf(id)]);
      return {
        stop: () => stops.forEach((stop) => void stop?.()),
        state: async () => [...own(), ...((await whole?.state()) ?? [])],
      };
    });
  });

  return routes;
}

// `end` ends the stream: the page connects again, and gets the whole state.
function followSession(space: Workspace, agent: Agent, id: string, add: Add, end: () => void): Followed {
  const { slug } = agent;
  const host = space.hosts.of(agent);
  const following = space.store.database.follow(slug, id, add, end);
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
  return {
    stop: () => {
      following.stop();
      stopHost();
    },
    state: async () => {
      const { events, position } = await space.state(slug, id);
      following.from(position);
      return events;
    },
  };
}
