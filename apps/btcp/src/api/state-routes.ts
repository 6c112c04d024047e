import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { Workspace } from '../workspace/workspace.js';
import { optionalText, requiredText } from './read-text.js';

export function stateRoutes(workspace: () => Workspace): Hono {
  const routes = new Hono();

  routes.get('/:slug/states', (context) => {
    const { slug } = workspace().agents.get(context.req.param('slug'));
    return context.json(workspace().store.states.list(slug));
  });

  routes.post('/:slug/states', async (context) => {
    const input = await readArguments(context.req);
    const name = requiredText(input, 'name', 80);
    const agent = workspace().agents.get(context.req.param('slug'));
    const leftOut = await workspace().states.save(agent, name, optionalText(input, 'sessionId', 200));
    return context.json({ name, leftOut }, 201);
  });

  routes.post('/:slug/states/:name/restore', async (context) => {
    const { slug, name } = context.req.param();
    const session = optionalText(await readArguments(context.req), 'sessionId', 200);
    await workspace().states.restore(workspace().agents.get(slug), name, session);
    return context.body(null, 204);
  });

  routes.delete('/:slug/states/:name', (context) => {
    const { slug, name } = context.req.param();
    workspace().states.remove(workspace().agents.get(slug), name);
    return context.body(null, 204);
  });

  return routes;
}
