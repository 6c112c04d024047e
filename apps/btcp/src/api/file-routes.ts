import { sendFile } from '@btcp/host';
import { Hono } from 'hono';
import { labelOf, typeOf } from '../store/session-folder.js';
import type { Workspace } from '../workspace/workspace.js';

export function fileRoutes(workspace: () => Promise<Workspace>): Hono {
  const routes = new Hono();

  routes.get('/:slug/sessions/:id/files', async (context) => {
    const { slug, id } = context.req.param();
    const { sessions, store } = await workspace();
    await sessions.get(slug, id);
    return context.json(await store.folders.session(slug, id).list());
  });

  routes.get('/:slug/sessions/:id/files/:name', async (context) => {
    const { slug, id, name } = context.req.param();
    const { sessions, store } = await workspace();
    await sessions.get(slug, id);
    const path = await store.folders.session(slug, id).pathOf(name);
    const type = typeOf(name);
    const isShown = /^(?:image\/|text\/|application\/json$)/.test(type);
    return sendFile(context, path, {
      'content-type': type.startsWith('image/') ? type : `${type}; charset=utf-8`,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(labelOf(name))}`,
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  return routes;
}
