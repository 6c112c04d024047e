import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BtcpError } from '@btcp/protocol';
import { Hono } from 'hono';
import type { Sessions } from './sessions.js';

/** What the calls of a session have left in the folder of its browser: pictures, long outputs and downloads. */
export function fileRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/sessions/:sessionId/files', (context) => {
    const { files } = sessions.watched(context.req.param('sessionId')).conversation;
    return context.json([...files].map(([name, { size, mimeType }]) => ({ name, size, mimeType })));
  });

  routes.get('/sessions/:sessionId/files/:name', async (context) => {
    const { sessionId, name } = context.req.param();
    const file = sessions.watched(sessionId).conversation.files.get(name);
    // A path of ours: nobody's word leads anywhere else.
    const size = file && (await stat(file.path).catch(() => undefined))?.size;
    if (!file || size === undefined) {
      throw new BtcpError('not_found', `Session ${sessionId} has no file "${name}".`, {
        hint: `GET /sessions/${sessionId}/files lists them; they go with the browser.`,
      });
    }
    const headers = {
      'content-type': file.mimeType,
      'content-length': String(size),
      // A page that was downloaded must not become one of ours.
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    };
    // Nobody reads the body of a HEAD, and the file would stay open.
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    return context.body(Readable.toWeb(createReadStream(file.path)) as ReadableStream, 200, headers);
  });

  return routes;
}
