import type { LinkCodes } from '@btcp/access';
import { type AccessOptions, errorResponse, nothingHere } from '@btcp/host';
import type { ToolSet } from '@btcp/tools';
import { Hono } from 'hono';
import type { SessionHistories } from '../history/session-histories.js';
import type { Logins } from '../system/logins.js';
import type { Usage } from '../system/usage.js';
import type { Quotas } from '../team/quotas.js';
import type { SharedTokens } from '../team/shared-tokens.js';
import type { Workspace } from '../workspace/workspace.js';
import { agentRoutes } from './agent-routes.js';
import { auditRoutes } from './audit-routes.js';
import { browserRoutes } from './browser-routes.js';
import { configRoutes } from './config-routes.js';
import { eventRoutes } from './event-routes.js';
import { fileRoutes } from './file-routes.js';
import { agentHistoryRoutes, historyDoors } from './history-routes.js';
import { loginRoute } from './login-route.js';
import { outsideRoutes } from './outside-routes.js';
import { pageRoutes } from './page-routes.js';
import { sessionRoutes } from './session-routes.js';
import { shareRoutes } from './share-routes.js';
import { stateRoutes } from './state-routes.js';
import { tokenRoutes } from './token-routes.js';
import type { Surroundings } from './workspace-events.js';

export interface Doors {
  access: AccessOptions;
  logins: Logins;
  tokensFile: string;
  usage: Usage;
  quotas: Quotas;
  sharedTokens: SharedTokens | undefined;
  auditFile: string;
  isFleet: boolean;
  codes: LinkCodes;
  tickets: LinkCodes;
  publicUrl?: string | undefined;
}

/** The first request opens the workspace: a server that only runs tools needs none. */
export function createApi(
  workspace: () => Promise<Workspace>,
  around: Surroundings & { tools: ToolSet; histories: SessionHistories },
  doors: Doors,
): Hono {
  const { access, logins, tokensFile, usage, quotas, sharedTokens, auditFile, codes, tickets, publicUrl } = doors;
  const { pages, outside, tools, histories } = around;
  const api = new Hono();
  api.route('/', loginRoute(access, { logins, tokensFile, publicUrl }));
  const reached = { auth: access.token !== null, isPublic: publicUrl !== undefined, isFleet: doors.isFleet };
  api.route('/', configRoutes(workspace, pages, { ...reached, tokensFile }));
  api.route('/', eventRoutes(workspace, around, access));
  api.route('/tokens', tokenRoutes({ tokensFile, usage, quotas, sharedTokens }));
  api.route('/audit', auditRoutes(auditFile));
  api.route('/pages', pageRoutes(pages));
  api.route('/', historyDoors(histories));
  api.route('/agents', agentHistoryRoutes(workspace, histories));
  api.route('/sessions', outsideRoutes(workspace, outside, tools));
  for (const routes of [agentRoutes, browserRoutes, stateRoutes, fileRoutes]) api.route('/agents', routes(workspace));
  api.route('/agents', sessionRoutes(workspace, { codes, tickets, publicUrl }));
  api.route('/agents', shareRoutes(workspace, tokensFile));
  api.notFound(nothingHere);
  api.onError(errorResponse);
  return api;
}
