import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { Workspace } from '../workspace/workspace.js';
import { optionalText, requiredText } from './read-text.js';

export function stateRoutes(workspace: () => Promise<Workspace>): Hono {
  const routes = new Hono();

  routes.get('/:slug/states', async (context) => {
    const { agents, store } = await workspace();
    const { slug } = await agents.get(context.req.param('slug'));
    return context.json(await store.states.list(slug));
  });

  routes.post('/:slug/states', async (context) => {
    const input = await readArguments(context.req);
    const name = requiredText(input, 'name', 80);
    const { agents, states } = await workspace();
    const agent = await agents.get(context.req.param('slug'));
    const leftOut = await states.save(agent, name, optionalText(input, 'sessionId', 200));
    return context.json({ name, leftOut }, 201);
  });

  routes.post('/:slug/states/:name/restore', async (context) => {
    const { slug, name } = context.req.param();
    const session = optionalText(await readArguments(context.req), 'sessionId', 200);
    const { agents, states } = await workspace();
    await states.restore(await agents.get(slug), name, session);
    return context.body(null, 204);
  });

  routes.delete('/:slug/states/:name', async (context) => {
    const { slug, name } = context.req.param();
    const { agents, states } = await workspace();
    await states.remove(await agents.get(slug), name);
    return context.body(null, 204);
  });

  return routes;
}
