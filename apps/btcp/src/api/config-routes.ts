import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { ConnectedPages } from '../pages/connected-pages.js';
import { startCommand } from '../system/own-command.js';
import { VERSION } from '../system/version.js';
import type { Workspace } from '../workspace/workspace.js';

export function configRoutes(workspace: () => Workspace, pages: ConnectedPages, auth: boolean): Hono {
  const routes = new Hono();

  routes.get('/config', (context) =>
    context.json({
      version: VERSION,
      auth,
      model: workspace().models.settings,
      connected: pages.list(),
      start: startCommand(),
    }),
  );

  routes.put('/settings', async (context) => context.json(workspace().models.change(await readArguments(context.req))));

  return routes;
}
