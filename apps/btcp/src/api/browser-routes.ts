import { readArguments, snapshotParts } from '@btcp/host';
import { Hono } from 'hono';
import type { Workspace } from '../workspace/workspace.js';
import { optionalText, requiredText } from './read-text.js';

const DEFAULT_SESSION = 'default';
const MAX_ID = 200;

export function browserRoutes(workspace: () => Promise<Workspace>): Hono {
  const routes = new Hono();

  routes.get('/:slug/browser/status', async (context) => {
    const { agents, hosts } = await workspace();
    return context.json(await hosts.of(await agents.get(context.req.param('slug'))).status());
  });

  routes.post('/:slug/browser/ownership/transfer', async (context) => {
    const input = await readArguments(context.req);
    const from = requiredText(input, 'sessionId', MAX_ID);
    const to = requiredText(input, 'to', MAX_ID);
    const { agents, sessions, browsers } = await workspace();
    const agent = await agents.get(context.req.param('slug'));
    await sessions.ensure(agent.slug, to);
    return context.json({ success: true, ...(await browsers.transfer(agent, from, to)) });
  });

  routes.post('/:slug/browser/:action', async (context) => {
    const { slug, action } = context.req.param();
    const { sessionId, ...input } = await readArguments(context.req);
    const session = optionalText({ sessionId }, 'sessionId', MAX_ID) || DEFAULT_SESSION;
    const { agents, sessions, browsers } = await workspace();
    const agent = await agents.get(slug);
    await sessions.ensure(slug, session);
    const name = `browser_${action.replaceAll('-', '_')}`;
    const { result } = await browsers.callAsOwner(agent, session, name, input, context.req.raw.signal);
    return context.json({ success: true, ...result, ...snapshotParts(name, result) });
  });

  return routes;
}
