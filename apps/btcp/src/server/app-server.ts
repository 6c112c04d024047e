import { join } from 'node:path';
import { type CodeRecord, LinkCodes } from '@btcp/access';
import { accessGuard, createHostRoutes, errorResponse, LiveCounts, LiveEndpoint, nothingHere } from '@btcp/host';
import { createMcpHttpHandler, createPageMcpHttpHandler } from '@btcp/mcp';
import { Hono } from 'hono';
import { createAgentStream } from '../api/agent-stream.js';
import { createApi } from '../api/create-api.js';
import { historyDoors, lastPictureRoutes } from '../api/history-routes.js';
import { signInAddress } from '../api/login-route.js';
import { workspacePaths } from '../api/open-api-paths.js';
import { MCP_SESSION_HEADER } from '../fleet/fleet-member.js';
import { Log } from '../observing/logging/log.js';
import { ServerMetrics } from '../observing/metrics/server-metrics.js';
import { Observer } from '../observing/observer.js';
import type { Observing } from '../observing/observing.js';
import { unbuffered } from '../system/unbuffered.js';
import { VERSION } from '../system/version.js';
import { MemberDoors } from '../team/member-doors.js';
import type { AppServer, AppServerOptions } from './app-server-options.js';
import { createBrowsing } from './browsing.js';
import { JoinedClients } from './joined-clients.js';
import { listen, portOf, serveUpgrades } from './listen.js';
import { createLiveApp } from './live-app.js';
import { LiveInvitations } from './live-invitations.js';
import { observeRequests } from './observe-requests.js';
import { ownCommands } from './own-commands.js';
import { probeRoutes } from './probe-routes.js';
import { ServerAddress } from './server-address.js';
import { serveStream } from './stream-port.js';
import { TeamParts } from './team-parts.js';
import { webFiles } from './web-files.js';
import { WorkspaceOpener } from './workspace-opener.js';

const FLEET_CODE_MS = 24 * 60 * 60_000;

export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const { observing = unobserved(), publicAddress, fleet } = options;
  const { log, observer, tracer } = observing;
  const address = new ServerAddress(options);
  const people = new TeamParts(options);
  const invitations = new LiveInvitations(fleet?.shared);
  const { links, codes } = invitations;
  const liveLink = (session: string) => invitations.linkTo(session, address.publicUrl);
  const browsing = createBrowsing(options, {
    address,
    observer: people.audited.observe(observer),
    log,
    liveLink: async (session) => member?.liveLink(session) ?? liveLink(session),
  });
  const { broker, doors, chrome, engineOf, conversations, sessions, outside, histories, pages } = browsing;
  const access = {
    token: options.token,
    hosts: address.hostNames,
    publicOrigin: publicAddress?.origin,
    tickets: new LinkCodes(fleet?.shared?.records<CodeRecord>('ticket')),
    viewerOrigins: options.allowedOrigins,
    signIns: people.logins,
  };
  const counts = new LiveCounts();
  const chatTickets = new LinkCodes();
  const live = new LiveEndpoint({ sessions, access: { ...access, chatTickets }, links, counts });
  const metrics = new ServerMetrics(conversations, counts);
  observer.metrics = metrics;
  const workspace = new WorkspaceOpener(options, {
    browsing,
    address,
    access,
    counts,
    quotas: people.quotas,
    tracer,
    member: () => member,
  });

  // A worker of a fleet is not reached by people.
  const opensWith = fleet ? undefined : options.chatView;
  const mcpOptions = {
    structured: options.structured,
    version: VERSION,
    app:
      opensWith &&
      createLiveApp({
        opensWith,
        live,
        links,
        tickets: chatTickets,
        address: () => address.publicUrl,
        lastPicture: (session) => histories.lastPicture(session),
      }),
    sessionHeader: fleet && MCP_SESSION_HEADER,
  };
  const { tools, listed, forModels, choice } = doors;
  const mcp =
    options.mcp ??
    createMcpHttpHandler({ ...forModels, ...mcpOptions, websiteUrl: publicAddress?.url }, conversations, engineOf);
  const pageMcp = createPageMcpHttpHandler(broker, {
    tools: doors.forPages,
    version: VERSION,
    isResumable: fleet !== undefined,
  });
  const joined = new JoinedClients({ conversations, forModels, choice, mcp: mcpOptions });

  const app = new Hono();
  const served = new Hono();
  const forGateways = new Hono();
  const shown = { codes, tickets: access.tickets, publicUrl: publicAddress?.url };
  const offered = { ...shown, conversations, list: outside.list, links, version: VERSION };
  const memberDoors = new MemberDoors({
    served: offered,
    mcp: mcpOptions,
    chrome,
    quotas: people.quotas,
    toolsFor: doors.forMembers,
  });
  const member = fleet?.member({
    conversations,
    broker,
    outside,
    served: forGateways,
    access,
    links,
    metrics,
    log,
    audited: people.audited,
    isLocal: (session) => engineOf(session) !== undefined,
    liveLink,
    engineOf: (caller) => memberDoors.engineOf(caller),
  });
  const parts = { app, access, address, links, workspace: workspace.open, outside, histories, log };
  const { identity, team } = await people.entrance(parts);

  app.onError(errorResponse);
  app.notFound(nothingHere);
  app.use(unbuffered);
  if (member) app.use(member.enter);
  if (identity) app.use(identity.challenge);
  if (team) app.use(team.enter);
  // Before the guard: pages of other origins connect here, so the broker checks access itself.
  app.use(async ({ req }, next) => (await broker.fetch(req.raw)) ?? next());
  app.use(observeRequests(observing));
  const { metricsToken } = options;
  app.route('/', probeRoutes({ conversations, chrome, metrics, access, metricsToken, member, workspace }));
  app.use(accessGuard(access));
  app.route('/', webFiles({ prefix: publicAddress?.prefix, issuer: options.identity?.issuer }));
  if (identity) app.route('/', identity.routes);
  if (member) app.use('/api/sessions/*', member.route);
  const api = createApi(
    workspace.open,
    { pages, outside, tools, histories },
    { ...shown, ...people, access, isFleet: member !== undefined },
  );
  app.route('/api', api);
  app.all('/mcp/page', (context) => pageMcp.fetch(context.req.raw));
  served.all('/mcp', (context) => mcp.fetch(context.req.raw));
  for (const path of ['/', '/members']) {
    served.route(path, historyDoors(histories)).route(path, lastPictureRoutes(histories));
  }
  served.route('/members', memberDoors.routes());
  served.route('/', createHostRoutes({ ...offered, tools, listed, sessions, otherPaths: workspacePaths() }));
  if (member) app.route('/', member.routes).use(member.route);
  app.route('/', served);
  forGateways.route('/api', api).route('/', served);

  // What is traced or logged passes all of the app.
  const isSeen = tracer !== undefined || log.has('debug');
  const server = await listen(app, options, access, isSeen ? undefined : member);
  // After listening: a start that fails must leave nothing running.
  chrome.warmUp();
  const agentStream = createAgentStream({ access, workspace: workspace.open, opened: workspace.opened });
  serveUpgrades(server, { handlers: [live, agentStream, broker], team, member });
  const { streamPort } = options;
  const stream = streamPort === undefined ? undefined : await serveStream(streamPort, live, address.hostNames);
  address.listensOn(portOf(server));
  await people.logins.keepIn(join(options.stateDirectory, `logins-${address.port}.json`));
  const { url, publicUrl } = address;
  await member?.join(url);
  void workspace.openShared(log);
  log.write('info', 'server started', { url, version: VERSION });
  return {
    url,
    publicUrl,
    commands: (signal) => ownCommands(url, options.token, app.fetch, signal),
    join: (client, asked) => joined.join(client, asked),
    async signInLink() {
      if (options.token === null) return `${publicUrl}/`;
      return signInAddress(publicUrl, await people.logins.makeCode(fleet ? FLEET_CODE_MS : Number.POSITIVE_INFINITY));
    },
    isInUse: () => conversations.openCount > 0 || joined.count > 0 || (workspace.opened()?.isInUse ?? false),
    drain: async () => member?.drain(),
    async close() {
      server.close();
      team?.close();
      stream?.close();
      const parts = [mcp, pageMcp, memberDoors, live, broker, workspace];
      await Promise.allSettled([...parts.map((part) => part?.close()), conversations.closeAll()]);
      await histories.store?.close();
      people.close();
      server.closeAllConnections();
      await member?.leave();
      log.write('info', 'server stopped');
      await tracer?.close();
    },
  };
}

function unobserved(): Observing {
  const log = new Log('off', 'text');
  return { log, observer: new Observer({ log }) };
}
