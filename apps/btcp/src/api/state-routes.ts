import { readArguments } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import type { Workspace } from '../agents/workspace.js';
import { optionalText, requiredText } from './read-text.js';

/** The session in whose name a state is taken where none owns the browser. */
const NO_SESSION = 'default';

/** What an agent's browser is signed in to and where it is, saved and restored by name. */
export function stateRoutes(workspace: () => Workspace): Hono {
  const routes = new Hono();

  async function owner(slug: string, asked: string | undefined): Promise<string> {
    if (asked !== undefined) return asked;
    const { sessionId, sessions } = await workspace().hostOf(workspace().agent(slug)).status();
    if (sessionId !== null || sessions.length === 0) return sessionId ?? NO_SESSION;
    throw new BtcpError('ambiguous', `Several sessions of agent "${slug}" have a browser.`, {
      hint: `Name one as sessionId: ${sessions.join(', ')}.`,
    });
  }

  routes.get('/:slug/states', (context) => {
    const { slug } = workspace().agent(context.req.param('slug'));
    return context.json(workspace().store.states.list(slug));
  });

  routes.post('/:slug/states', async (context) => {
    const agent = workspace().agent(context.req.param('slug'));
    const input = await readArguments(context.req);
    const name = requiredText(input, 'name', 80);
    const session = await owner(agent.slug, optionalText(input, 'sessionId', 200));
    workspace().store.states.put(agent.slug, name, await workspace().hostOf(agent).saveState(session));
    return context.json({ name }, 201);
  });

  routes.post('/:slug/states/:name/restore', async (context) => {
    const { slug, name } = context.req.param();
    const agent = workspace().agent(slug);
    const state = workspace().store.states.get(slug, name);
    if (!state) {
      throw new BtcpError('not_found', `Agent "${slug}" has no state "${name}".`, {
        hint: `GET /api/agents/${slug}/states lists them.`,
      });
    }
    const asked = optionalText(await readArguments(context.req), 'sessionId', 200);
    await workspace()
      .hostOf(agent)
      .restoreState(await owner(slug, asked), state);
    return context.body(null, 204);
  });

  routes.delete('/:slug/states/:name', (context) => {
    const { slug, name } = context.req.param();
    workspace().agent(slug);
    workspace().store.states.remove(slug, name);
    return context.body(null, 204);
  });

  return routes;
}
