import type { Broker } from '@btcp/broker';
import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { Workspace } from '../agents/workspace.js';
import { VERSION } from '../version.js';
import type { ConnectedBrowser } from './types.js';

/** What a page has to know of the server, and what can be set. */
export function configRoutes(workspace: () => Workspace, broker: Broker, auth: boolean): Hono {
  const routes = new Hono();

  routes.get('/config', (context) =>
    context.json({
      version: VERSION,
      auth,
      model: workspace().models.settings,
      connected: broker.pages().map(connectedBrowser),
    }),
  );

  routes.put('/settings', async (context) => context.json(workspace().models.change(await readArguments(context.req))));

  return routes;
}

function connectedBrowser({ sessionId, metadata, tools }: ReturnType<Broker['pages']>[number]): ConnectedBrowser {
  const { title, url } = (metadata ?? {}) as { title?: unknown; url?: unknown };
  return {
    session: sessionId,
    title: typeof title === 'string' ? title : '',
    url: typeof url === 'string' ? url : '',
    tools: tools.map(({ name, description }) => ({ name, description: description ?? '' })),
  };
}
