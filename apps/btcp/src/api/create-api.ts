import type { LinkCodes } from '@btcp/access';
import { type AccessOptions, errorResponse, nothingHere } from '@btcp/host';
import type { ToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import type { Logins } from '../system/logins.js';
import type { Workspace } from '../workspace/workspace.js';
import { agentRoutes } from './agent-routes.js';
import { browserRoutes } from './browser-routes.js';
import { configRoutes } from './config-routes.js';
import { eventRoutes } from './event-routes.js';
import { fileRoutes } from './file-routes.js';
import { loginRoute } from './login-route.js';
import { outsideRoutes } from './outside-routes.js';
import { pageRoutes } from './page-routes.js';
import { sessionRoutes } from './session-routes.js';
import { stateRoutes } from './state-routes.js';
import type { Surroundings } from './workspace-events.js';

export interface Doors {
  access: AccessOptions;
  logins: Logins;
  codes: LinkCodes;
  tickets: LinkCodes;
  /** Where a proxy serves this server. */
  publicUrl?: string | undefined;
}

/** The first request opens the workspace: a server that only runs tools needs none. */
export function createApi(workspace: () => Workspace, around: Surroundings & { tools: ToolSet }, doors: Doors): Hono {
  const { access, logins, codes, tickets, publicUrl } = doors;
  const { pages, outside, tools } = around;
  const api = new Hono();
  api.route('/', loginRoute(access, logins, publicUrl));
  api.route('/', configRoutes(workspace, pages, access.token !== null));
  api.route('/', eventRoutes(workspace, around, access));
  api.route('/pages', pageRoutes(pages));
  api.route('/sessions', outsideRoutes(outside, tools));
  for (const routes of [agentRoutes, browserRoutes, stateRoutes, fileRoutes]) api.route('/agents', routes(workspace));
  api.route('/agents', sessionRoutes(workspace, { codes, tickets, publicUrl }));
  api.notFound(nothingHere);
  api.onError(errorResponse);
  return api;
}
