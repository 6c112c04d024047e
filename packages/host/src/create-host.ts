import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import { type Conversations, callTool, describeTool, type ToolSet } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import { LiveLinks } from './access/live-links.js';
import { browserRoutes } from './proxy/browser-routes.js';
import { eventRoutes } from './proxy/event-routes.js';
import { fileRoutes } from './proxy/file-routes.js';
import { linkRoutes, liveLinkOf } from './proxy/link-routes.js';
import { openApi } from './proxy/open-api.js';
import { ownershipRoutes } from './proxy/ownership-routes.js';
import { readArguments } from './proxy/read-arguments.js';
import { OwnBrowsers, type Sessions } from './proxy/sessions.js';
import { BrowserOwned } from './proxy/single-browser.js';
import { stateRoutes } from './proxy/state-routes.js';

/** What is served over HTTP: tools, conversations, sessions and links. */
export interface HostOptions {
  /** What can be called. */
  tools: ToolSet;
  /** What GET /tools shows; all that can be called when left out. */
  listed?: ToolSet;
  conversations: Conversations;
  /** Which browser each session works in; its own when left out. */
  sessions?: Sessions;
  /** The links to live views; without them none can be made. */
  links?: LiveLinks;
  version?: string;
}

/** The tools over HTTP, and what happens in sessions. Who may call is decided in front of it, by `accessGuard`. */
export function createHost(options: HostOptions): Hono {
  const { tools, listed = tools, conversations, links = new LiveLinks(), version = '0.0.0' } = options;
  const { sessions = new OwnBrowsers(conversations) } = options;
  const host = new Hono();

  host.get('/health', (context) => context.json({ status: 'ok', sessions: conversations.openCount }));

  host.get('/tools', (context) => context.json({ tools: [...listed.values()].map(describeTool) }));

  host.get('/openapi.json', (context) => context.json(openApi(tools, version)));

  host.post('/sessions/:sessionId/tools/:name', async (context) => {
    const { sessionId, name } = context.req.param();
    const result = await callTool({
      tools,
      name,
      input: await readArguments(context.req),
      conversation: sessions.use(sessionId),
      signal: context.req.raw.signal,
      liveLink: liveLinkOf(context.req),
    });
    return context.json({ success: true, ...result });
  });

  host.delete('/sessions/:sessionId', async (context) =>
    context.json({ success: true, closed: await sessions.close(context.req.param('sessionId')) }),
  );

  host.route('/', ownershipRoutes(sessions));
  host.route('/', browserRoutes(tools, sessions));
  host.route('/', eventRoutes(sessions));
  host.route('/', fileRoutes(sessions));
  host.route('/', stateRoutes(sessions));
  host.route('/', linkRoutes(links));

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
  const owner = thrown instanceof BrowserOwned ? { owner: thrown.status } : {};
  return Response.json({ success: false, error, ...owner }, { status: ERROR_CODES[error.code].http });
}
