import { stat } from 'node:fs/promises';
import { readArguments, sendFile } from '@btcp/host';
import { BtcpError, type Conversation, callTool, type ToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import type { SessionFile } from '../contract/types.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import { exportRecording } from '../recording/export-recording.js';
import { callerOf } from '../team/caller.js';
import { Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';
import { requiredText } from './read-text.js';

const MAX_TITLE = 120;
const PERSON = { kind: 'http', name: 'You' } as const;

export function outsideRoutes(workspace: () => Promise<Workspace>, outside: OutsideSessions, tools: ToolSet): Hono {
  const routes = new Hono();

  routes.get('/', async (context) => {
    const visible = await Visible.of(await workspace(), callerOf(context));
    return context.json(outside.list.list().filter((session) => visible.mayList(session)));
  });

  routes.patch('/:id', async (context) => {
    const title = requiredText(await readArguments(context.req), 'title', MAX_TITLE);
    return context.json(outside.list.rename(context.req.param('id'), title));
  });

  routes.delete('/:id', async (context) => {
    const { conversation } = outside.list.get(context.req.param('id'));
    await conversation?.close();
    return context.body(null, 204);
  });

  routes.post('/:id/tools/:name', async (context) => {
    const { id, name } = context.req.param();
    const input = await readArguments(context.req);
    const conversation = openConversation(outside, id);
    const isAside = tools.get(name)?.effect === 'read';
    const { caller } = conversation;
    const { signal } = context.req.raw;
    const result = await callTool({
      tools,
      name,
      input,
      conversation,
      session: id,
      signal,
      isAside,
      caller: caller ?? PERSON,
    });
    return context.json({ success: true, ...result });
  });

  routes.get('/:id/recording', (context) => {
    const id = context.req.param('id');
    const { title } = outside.sessionOf(id);
    const format = context.req.query('format') ?? 'json';
    const { body, type, name } = exportRecording(format, title, outside.activityOf(id).actions);
    const disposition = name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` };
    return context.body(body, 200, { 'content-type': type, ...disposition });
  });

  routes.get('/:id/files', (context) => {
    const { conversation } = outside.list.get(context.req.param('id'));
    const created = Date.now();
    const files = [...(conversation?.files ?? [])].map(
      ([name, { size, mimeType, name: label }]): SessionFile => ({
        name,
        label: label ?? name,
        size,
        mimeType,
        created,
      }),
    );
    return context.json(files);
  });

  routes.get('/:id/files/:name', async (context) => {
    const { id, name } = context.req.param();
    // The path comes from our own list, never from the request.
    const file = outside.conversationOf(id)?.files.get(name);
    const size = file && (await stat(file.path).catch(() => undefined))?.size;
    if (!file || size === undefined) {
      throw new BtcpError('not_found', `There is no file "${name}" any more.`, {
        hint: 'Files are deleted with the browser.',
      });
    }
    return sendFile(context, file.path, { 'content-type': file.mimeType, 'content-length': String(size) });
  });

  return routes;
}

// A person looks at what is there; only its agent opens a browser.
function openConversation(outside: OutsideSessions, id: string): Conversation {
  const { conversation } = outside.list.get(id);
  if (conversation?.hasBrowser) return conversation;
  throw new BtcpError('browser_unavailable', 'No browser is open in this session.', {
    hint: 'It opens with the next call of its agent.',
  });
}
