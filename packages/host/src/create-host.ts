import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import { type Conversations, callTool, describeTool, type ToolSet } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

export interface HostOptions {
  /** What can be called. */
  tools: ToolSet;
  /** What GET /tools shows; all that can be called when left out. */
  listed?: ToolSet;
  conversations: Conversations;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The tools over HTTP. Who may call is decided in front of it, by `accessGuard`. */
export function createHost({ tools, listed = tools, conversations }: HostOptions): Hono {
  const host = new Hono();

  host.get('/health', (context) => context.json({ status: 'ok', sessions: conversations.openCount }));

  host.get('/tools', (context) => context.json({ tools: [...listed.values()].map(describeTool) }));

  host.post(
    '/sessions/:sessionId/tools/:name',
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }),
    async (context) => {
      const { sessionId, name } = context.req.param();
      const result = await callTool({
        tools,
        name,
        input: parseArguments(await context.req.text()),
        conversation: conversations.get(sessionId),
        signal: context.req.raw.signal,
      });
      return context.json({ success: true, ...result });
    },
  );

  host.delete('/sessions/:sessionId', async (context) =>
    context.json({ success: true, closed: await conversations.close(context.req.param('sessionId')) }),
  );

  host.notFound(nothingHere);
  host.onError(errorResponse);

  return host;
}

/** For an address that is served by nobody. */
export function nothingHere({ req }: Context): Response {
  const error = new BtcpError('not_found', `There is nothing at ${req.method} ${req.path}.`, {
    hint: 'GET /tools lists the tools; POST /sessions/:sessionId/tools/:name calls one.',
  });
  return errorResponse(error);
}

/** Any failure as its HTTP status and `{ success: false, error: { code, message, hint } }`. */
export function errorResponse(thrown: unknown): Response {
  const error = BtcpError.from(thrown);
  return Response.json({ success: false, error }, { status: ERROR_CODES[error.code].http });
}

function parseArguments(body: string): unknown {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new BtcpError('invalid_input', 'The body is not JSON.', {
      hint: 'Send the arguments as a JSON object, such as {"url":"https://example.com"}.',
      cause,
    });
  }
}

function tooLarge(): never {
  throw new BtcpError('invalid_input', `The body is larger than ${MAX_BODY_BYTES} bytes.`, { hint: 'Send less.' });
}
