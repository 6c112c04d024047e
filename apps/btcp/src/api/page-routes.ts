import { readArguments } from '@btcp/host';
import { Hono } from 'hono';
import type { ConnectedPages } from '../pages/connected-pages.js';

export function pageRoutes(pages: ConnectedPages): Hono {
  const routes = new Hono();

  routes.post('/:id/tools/:name', async (context) => {
    const { id, name } = context.req.param();
    const input = await readArguments(context.req);
    return context.json({ success: true, ...(await pages.call(id, name, input, context.req.raw.signal)) });
  });

  return routes;
}
