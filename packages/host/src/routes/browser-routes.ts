import { BtcpError } from '@btcp/protocol';
import { callTool, type ToolResult, type ToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import { type Sessions, statusOf } from '../sessions/sessions.js';
import { callerOf } from './caller-of.js';
import { readArguments } from './read-arguments.js';

const DEFAULT_SESSION = 'default';

export function browserRoutes(tools: ToolSet, sessions: Sessions): Hono {
  const routes = new Hono();

  routes.get('/browser/status', (context) => context.json(statusOf(sessions, context.req.query('sessionId'))));

  routes.get('/browser/stream', () => {
    throw new BtcpError('invalid_input', '/browser/stream is a WebSocket, and this was a plain request.', {
      hint: 'Open it with a WebSocket client; a proxy must forward the Upgrade header.',
    });
  });

  routes.post('/browser/:action', async (context) => {
    const name = `browser_${context.req.param('action').replaceAll('-', '_')}`;
    const { sessionId = DEFAULT_SESSION, ...input } = await readArguments(context.req);
    if (typeof sessionId !== 'string' || sessionId === '') {
      throw new BtcpError('invalid_input', 'sessionId is wrong: expected text.', { hint: 'Name the session.' });
    }
    const conversation = sessions.use(sessionId);
    conversation.keepsProfile = true;
    const { signal } = context.req.raw;
    const caller = callerOf(context.req.raw.headers);
    const result = await callTool({ tools, name, input, conversation, signal, session: sessionId, caller });
    const profile = name === 'browser_open' ? { profile: conversation.current?.profile ?? 'temporary' } : {};
    return context.json({ success: true, ...result, ...snapshotParts(name, result), ...profile });
  });

  return routes;
}

/** The tree and the list of refs of a snapshot, for clients that read nothing else. */
export function snapshotParts(name: string, { data }: ToolResult): object {
  if (name !== 'browser_snapshot') return {};
  const { tree, refs } = data as { tree: string; refs: Record<string, object> };
  return { tree, refs: Object.entries(refs).map(([ref, what]) => ({ ref, ...what })) };
}
