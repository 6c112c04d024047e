import { sendFile } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import { labelOf, typeOf } from '../store/session-folder.js';
import type { Workspace } from '../workspace/workspace.js';
import { requiredText } from './read-text.js';

const MAX_NAME = 200;

export function fileRoutes(workspace: () => Promise<Workspace>): Hono {
  const routes = new Hono();

  routes.get('/:slug/sessions/:id/files', async (context) => {
    const { slug, id } = context.req.param();
    const { sessions, store } = await workspace();
    await sessions.get(slug, id);
    return context.json(await store.folders.session(slug, id).list());
  });

  routes.post('/:slug/sessions/:id/files', async (context) => {
    const { slug, id } = context.req.param();
    const space = await workspace();
    await space.sessions.get(slug, id);
    const name = requiredText(context.req.query(), 'name', MAX_NAME);
    const { body } = context.req.raw;
    if (!body) throw new BtcpError('invalid_input', `"${name}" is empty.`, { hint: 'Send the file as the body.' });
    return context.json(await space.attach(slug, id, name, body), 201);
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
