import { LinkCodes } from '@btcp/access';
import { type Conversations, callTool, describeTool, type ToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import { LiveLinks } from './access/live-links.js';
import { browserRoutes } from './routes/browser-routes.js';
import { callerOf } from './routes/caller-of.js';
import { errorResponse, nothingHere } from './routes/error-response.js';
import { eventRoutes } from './routes/event-routes.js';
import { fileRoutes } from './routes/file-routes.js';
import { linkRoutes, liveLinkOf, serverAddress } from './routes/link-routes.js';
import { lookRoutes } from './routes/look-routes.js';
import { openApi } from './routes/open-api.js';
import { ownershipRoutes } from './routes/ownership-routes.js';
import { readArguments } from './routes/read-arguments.js';
import { saveAsOf } from './routes/save-as.js';
import { type MayList, sessionRoutes } from './routes/session-routes.js';
import { stateRoutes } from './routes/state-routes.js';
import type { SessionList } from './sessions/session-list.js';
import { OwnBrowsers, type Sessions } from './sessions/sessions.js';

/** What the routes serve. */
export interface HostRoutesOptions {
  tools: ToolSet;
  listed?: ToolSet;
  conversations: Conversations;
  /** Which browser each session works in; its own by default. */
  sessions?: Sessions;
  /** All sessions of the server, for `GET /sessions`; its follower belongs into the options of the conversations. */
  list?: SessionList;
  /** Which sessions the sender of a request is shown; all by default. */
  mayList?: MayList;
  /** The person whose token the requests have, in a team. */
  owner?: string;
  links?: LiveLinks;
  codes?: LinkCodes;
  tickets?: LinkCodes;
  version?: string;
  /** The address under which a proxy serves these routes, such as `https://browser.example.com/btcp`. */
  publicUrl?: string | undefined;
  /** Routes that are mounted elsewhere, for `GET /openapi.json`. */
  otherPaths?: Record<string, object>;
}

/** Serves tools and sessions over HTTP to every caller, so mount `accessGuard` in front. */
export function createHostRoutes(options: HostRoutesOptions): Hono {
  const { tools, listed = tools, conversations, links = new LiveLinks(), version = '0.0.0' } = options;
  const { codes = new LinkCodes(), tickets = new LinkCodes(), publicUrl } = options;
  const { sessions = new OwnBrowsers(conversations) } = options;
  const routes = new Hono();

  routes.get('/health', (context) => context.json({ status: 'ok', sessions: conversations.openCount }));

  routes.get('/tools', (context) => context.json({ tools: [...listed.values()].map(describeTool) }));

  routes.get('/openapi.json', (context) =>
    context.json(openApi(tools, version, serverAddress(context.req, publicUrl), options.otherPaths)),
  );

  routes.post('/sessions/:sessionId/tools/:name', async (context) => {
    const { sessionId, name } = context.req.param();
    const result = await callTool({
      tools,
      name,
      input: await readArguments(context.req),
      conversation: sessions.use(sessionId),
      session: sessionId,
      signal: context.req.raw.signal,
      liveLink: liveLinkOf(context.req),
      saveAs: saveAsOf(context.req),
      caller: callerOf(context.req.raw.headers, options.owner),
    });
    return context.json({ success: true, ...result });
  });

  routes.delete('/sessions/:sessionId', async (context) =>
    context.json({ success: true, closed: await sessions.close(context.req.param('sessionId')) }),
  );

  if (options.list) routes.route('/', sessionRoutes(options.list, options.mayList ?? (() => () => true)));
  routes.route('/', ownershipRoutes(sessions));
  routes.route('/', browserRoutes(tools, sessions));
  routes.route('/', eventRoutes(sessions));
  routes.route('/', lookRoutes(sessions));
  routes.route('/', fileRoutes(sessions));
  routes.route('/', stateRoutes(sessions));
  routes.route('/', linkRoutes({ links, codes, tickets, publicUrl }));

  routes.notFound(nothingHere);
  routes.onError(errorResponse);

  return routes;
}
