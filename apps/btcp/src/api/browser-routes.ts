import { readArguments, snapshotParts } from '@btcp/host';
import { Hono } from 'hono';
import type { Workspace } from '../agents/workspace.js';
import { optionalText } from './read-text.js';

/** Where a caller names no session. */
const DEFAULT_SESSION = 'default';

/** An agent's browser under the short names of its tools, for agents that run elsewhere. */
export function browserRoutes(workspace: () => Workspace): Hono {
  const routes = new Hono();

  routes.get('/:slug/browser/status', async (context) => {
    const agent = workspace().agent(context.req.param('slug'));
    return context.json(await workspace().hostOf(agent).status());
  });

  routes.post('/:slug/browser/:action', async (context) => {
    const { slug, action } = context.req.param();
    const { sessionId, ...input } = await readArguments(context.req);
    const session = optionalText({ sessionId }, 'sessionId', 200) || DEFAULT_SESSION;
    const agent = workspace().agent(slug);
    workspace().ensureSession(slug, session);
    const name = `browser_${action.replaceAll('-', '_')}`;
    const result = await workspace().call(agent, session, name, input, context.req.raw.signal);
    return context.json({ success: true, ...result, ...snapshotParts(name, result) });
  });

  return routes;
}
