import { stat } from 'node:fs/promises';
import { BtcpError } from '@btcp/protocol';
import { Hono } from 'hono';
import type { Sessions } from '../sessions/sessions.js';
import { fileHeaders, sendFile } from './send-file.js';

export function fileRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/files', (context) => {
    const { files } = sessions.watched(context.req.param('sessionId')).conversation;
    return context.json([...files].map(([name, { size, mimeType }]) => ({ name, size, mimeType })));
  });

  routes.get('/sessions/:sessionId/files/:name', async (context) => {
    const { sessionId, name } = context.req.param();
    const file = sessions.watched(sessionId).conversation.files.get(name);
    // The path comes from our own list, never from the request.
    const size = file && (await stat(file.path).catch(() => undefined))?.size;
    if (!file || size === undefined) {
      throw new BtcpError('not_found', `Session ${sessionId} has no file "${name}".`, {
        hint: `GET /sessions/${sessionId}/files lists them; they are deleted with the browser.`,
      });
    }
    return sendFile(context, file.path, fileHeaders({ mimeType: file.mimeType, size }));
  });

  return routes;
}
