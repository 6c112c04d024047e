import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isServed, LinkCodes } from '@btcp/access';
import { type Authenticate, createBroker, openAccess, tokenAccess } from '@btcp/broker';
import { assertReachable, createEngine } from '@btcp/chrome';
import {
  accessGuard,
  createHostRoutes,
  errorResponse,
  LiveCounts,
  LiveEndpoint,
  LiveLinks,
  livePageAddress,
  nothingHere,
  OwnBrowsers,
  SingleBrowser,
} from '@btcp/host';
import { createMcpHttpHandler, createPageMcpHttpHandler } from '@btcp/mcp';
import { Conversations, permitPageCall, permitPageList } from '@btcp/tools';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createAgentStream } from '../api/agent-stream.js';
import { createApi } from '../api/create-api.js';
import { historyDoors } from '../api/history-routes.js';
import { signInAddress } from '../api/login-route.js';
import { MCP_SESSION_HEADER } from '../fleet/fleet-member.js';
import { SessionHistories } from '../history/session-histories.js';
import { createAgentHost } from '../hosts/create-agent-host.js';
import type { Identity, IdentityServices } from '../identity/identity.js';
import { AUDIT_FILE, AuditLog } from '../observing/audit/audit-log.js';
import { Log } from '../observing/logging/log.js';
import { ServerMetrics } from '../observing/metrics/server-metrics.js';
import { Observer } from '../observing/observer.js';
import type { Observing } from '../observing/observing.js';
import { OutsideSessions } from '../outside/outside-sessions.js';
import { ConnectedPages } from '../pages/connected-pages.js';
import { engineNamed } from '../pages/page-engine.js';
import { Logins } from '../system/logins.js';
import { TOKENS_FILE } from '../system/named-tokens.js';
import { pageTokenOf } from '../system/token.js';
import { USAGE_FILE, Usage } from '../system/usage.js';
import { VERSION } from '../system/version.js';
import { Audited } from '../team/audited.js';
import { callersByToken } from '../team/callers.js';
import { callersByLogin } from '../team/callers-by-login.js';
import { MemberDoors } from '../team/member-doors.js';
import { Quotas } from '../team/quotas.js';
import { TeamDoor } from '../team/team-door.js';
import { Workspace } from '../workspace/workspace.js';
import { WorkspaceRights } from '../workspace/workspace-rights.js';
import { reachableName, servedHosts } from './addresses.js';
import type { AppServer, AppServerOptions } from './app-server-options.js';
import { cannotListen } from './cannot-listen.js';
import { fromProxy } from './from-proxy.js';
import { JoinedClients } from './joined-clients.js';
import { createLiveApp } from './live-app.js';
import { observeRequests } from './observe-requests.js';
import { ownCommands } from './own-commands.js';
import { probeRoutes } from './probe-routes.js';
import { serveStream } from './stream-port.js';
import { chooseForDoors } from './tools-at-doors.js';
import { unbuffered } from './unbuffered.js';
import { webFiles } from './web-files.js';

const MODEL_SILENCE_MS = 60_000;
const LINK_LIFETIME_MS = 60 * 60_000;

/** Serves the web page, the tools over HTTP, MCP and the broker under one address. */
export async function startAppServer(options: AppServerOptions): Promise<AppServer> {
  const { observing = unobserved() } = options;
  // Filled when the port is known; every check reads it at each request.
  const hostNames = new Set<string>();
  const broker = createBroker({
    authenticate: brokerAccess(options.token),
    allowedHosts: hostNames,
    publicOrigin: options.publicAddress?.origin,
    allowedOrigins: options.allowedOrigins,
    permit: {
      list: () => permitPageList(tools),
      call: (name, input) => permitPageCall(tools, name, input),
    },
  });
  const doors = chooseForDoors(broker, options);
  const { tools, listed } = doors;
  // Its own are known once the server listens.
  const ownPorts: number[] = [...(options.closedPorts ?? [])];
  const chromeOptions = { ...options.chrome, network: { ...options.chrome.network, closedPorts: () => ownPorts } };
  const chrome = createEngine(chromeOptions);
  const engineOf = (session: string) => engineNamed(broker, session);
  const links = new LiveLinks(options.fleet?.linkKey);
  const codes = new LinkCodes();
  let url = '';
  const publicUrl = () => options.publicAddress?.url ?? url;
  const { log, observer, tracer } = observing;
  const tokensFile = join(options.stateDirectory, TOKENS_FILE);
  const auditFile = join(options.stateDirectory, AUDIT_FILE);
  const isTeam = () => options.identity !== undefined || existsSync(tokensFile);
  const audited = new Audited(new AuditLog(auditFile), isTeam);
  const sessionOptions = { ...options.sessions, observer: audited.observe(observer) };
  const liveLink = (id: string) => {
    const { token, expires } = links.make(id, 'control', LINK_LIFETIME_MS);
    return livePageAddress(publicUrl(), id, codes.make(token, expires));
  };
  const outside = new OutsideSessions();
  const histories = new SessionHistories({
    dataDirectory: options.dataDirectory,
    limits: options.history,
    outside,
    log,
  });
  const conversations = new Conversations(chrome, {
    liveLink: (id) => member?.liveLink(id) ?? liveLink(id),
    ...sessionOptions,
    follower: histories.follower(),
  });
  const pages = new ConnectedPages({ broker, conversations, tools, listed: [...listed.keys()] });
  const sessions =
    options.ownership === 'single' ? new SingleBrowser(conversations) : new OwnBrowsers(conversations, engineOf);
  const pageMcp = createPageMcpHttpHandler(broker, { tools: doors.forPages, version: VERSION });
  const logins = new Logins();
  const access = {
    token: options.token,
    hosts: hostNames,
    publicOrigin: options.publicAddress?.origin,
    tickets: new LinkCodes(),
    viewerOrigins: options.allowedOrigins,
    signIns: logins,
  };
  const counts = new LiveCounts();
  const chatTickets = new LinkCodes();
  const live = new LiveEndpoint({ sessions, access: { ...access, chatTickets }, links, counts });
  // A worker of a fleet is not reached by people.
  const liveApp =
    !options.fleet &&
    options.chatView &&
    createLiveApp({ opensWith: options.chatView, live, links, tickets: chatTickets, address: publicUrl });
  const mcpOptions = {
    structured: options.structured,
    version: VERSION,
    app: liveApp || undefined,
    sessionHeader: options.fleet && MCP_SESSION_HEADER,
  };
  const mcp =
    options.mcp ??
    createMcpHttpHandler(
      { ...doors.forModels, ...mcpOptions, websiteUrl: options.publicAddress?.url },
      conversations,
      engineOf,
    );
  const { forModels, choice } = doors;
  const joined = new JoinedClients({ conversations, forModels, choice, mcp: mcpOptions });
  const metrics = new ServerMetrics(conversations, counts);
  observer.metrics = metrics;

  const usage = new Usage(join(options.stateDirectory, USAGE_FILE));
  const quotas = new Quotas(options.quotas ?? {}, usage);
  let opened: Workspace | undefined;
  const folder = join(options.dataDirectory, 'workspace');
  const workspace = () => {
    opened ??= new Workspace({
      folder,
      tools: doors.ofAgents,
      permitted: tools,
      reach: (address) => assertReachable(address, chromeOptions.network),
      modelSilence: options.modelSilence ?? MODEL_SILENCE_MS,
      onRemoved: (agent, session) => histories.removed(agent, session),
      hostFor: (agent, agentFolder) =>
        createAgentHost(agent, agentFolder, {
          chrome: chromeOptions,
          conversations: sessionOptions,
          follow: (idOf) => histories.agentFollower(agent, idOf),
          counts,
          tools,
          access,
          flags: options.hostFlags ?? [],
          environment: options.hostEnvironment ?? {},
          url: publicUrl,
          fleet: member?.isGateway ? () => ({ url, token: options.token }) : undefined,
          limitedFor: (person, engine) => quotas.engineFor(person, engine),
          closedPort: () => new URL(url).port,
          traceparent: () => tracer?.traceparent,
        }),
    });
    return opened;
  };
  const agentStream = createAgentStream({ access, workspace, opened: () => opened });

  const app = new Hono();
  const served = new Hono();
  const isLocal = (session: string) => engineOf(session) !== undefined;
  const offered = {
    conversations,
    list: outside.list,
    links,
    codes,
    tickets: access.tickets,
    version: VERSION,
    publicUrl: options.publicAddress?.url,
  };
  const memberDoors = new MemberDoors({
    served: offered,
    mcp: mcpOptions,
    chrome,
    quotas,
    toolsFor: doors.forMembers,
  });
  const member = options.fleet?.member({
    conversations,
    served,
    access,
    links,
    metrics,
    log,
    isLocal,
    liveLink,
    engineOf: (caller) => memberDoors.engineOf(caller),
  });
  const identity = await loadIdentity(options, { served: access, address: publicUrl, tokensFile, log, audited });
  const callers = [callersByToken(tokensFile), callersByLogin(logins, tokensFile), ...(identity?.callers ?? [])];
  const rights = new WorkspaceRights(workspace, outside.list, (id) => histories.past(id));
  const owns = (person: string, session: string) =>
    (outside.list.find(session)?.owner ?? histories.past(session)?.caller.owner) === person;
  const team =
    options.token === null
      ? undefined
      : new TeamDoor({ callers, token: options.token, app, log, rights, owns, usage, audited });
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
  app.route('/', probeRoutes({ conversations, chrome, metrics, access, metricsToken, member }));
  app.use(accessGuard(access));
  app.route('/', webFiles({ prefix: options.publicAddress?.prefix, issuer: options.identity?.issuer }));
  if (identity) app.route('/', identity.routes);
  app.route(
    '/api',
    createApi(
      workspace,
      { pages, outside, tools, histories },
      {
        access,
        logins,
        tokensFile,
        usage,
        quotas,
        auditFile,
        codes,
        tickets: access.tickets,
        publicUrl: options.publicAddress?.url,
      },
    ),
  );
  app.all('/mcp/page', (context) => pageMcp.fetch(context.req.raw));
  served.all('/mcp', (context) => mcp.fetch(context.req.raw));
  served.route('/', historyDoors(histories));
  served.route('/members', historyDoors(histories));
  served.route('/members', memberDoors.routes());
  served.route('/', createHostRoutes({ ...offered, tools, listed, sessions }));
  if (member) app.route('/', member.routes).use(member.route);
  app.route('/', served);

  const server = await listen(app, options);
  const arrive = fromProxy({
    prefix: options.publicAddress?.prefix ?? '',
    isTrusted: options.isTrustedProxy ?? (() => false),
    isServed: (host) => isServed(host, access),
  });
  server.prependListener('request', arrive).prependListener('upgrade', arrive);
  // After listening: a start that fails must leave nothing running.
  chrome.warmUp();
  server.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => {});
    const serveHere = () => {
      const handlers = [live, agentStream, broker];
      if (!handlers.some((handler) => handler.handleUpgrade(request, socket, head))) socket.destroy();
    };
    if (member?.enterUpgrade(request, socket, serveHere)) return;
    if (team && !(await team.admitUpgrade(request, socket))) return;
    if (!member?.upgrade(request, socket, head)) serveHere();
  });
  const stream = options.streamPort === undefined ? undefined : await serveStream(options.streamPort, live, hostNames);
  const { port } = server.address() as AddressInfo;
  ownPorts.push(port, ...(options.streamPort === undefined ? [] : [options.streamPort]));
  for (const name of servedHosts(options.host, port, options.publicAddress !== undefined)) hostNames.add(name);
  logins.keepIn(join(options.stateDirectory, `logins-${port}.json`));
  url = `http://${reachableName(options.host)}:${port}`;
  await member?.join(url);
  log.write('info', 'server started', { url, version: VERSION });
  return {
    url,
    publicUrl: publicUrl(),
    commands: (signal) => ownCommands(url, options.token, app.fetch, signal),
    join: (client, asked) => joined.join(client, asked),
    signInLink: () =>
      options.token === null
        ? `${publicUrl()}/`
        : signInAddress(publicUrl(), logins.makeCode(Number.POSITIVE_INFINITY)),
    isInUse: () => conversations.openCount > 0 || joined.count > 0 || (opened?.isInUse ?? false),
    drain: async () => member?.drain(),
    async close() {
      server.close();
      team?.close();
      stream?.close();
      await Promise.allSettled([
        mcp.close(),
        pageMcp.close(),
        memberDoors.close(),
        live.close(),
        conversations.closeAll(),
        broker.close(),
        opened?.close(),
      ]);
      await histories.store?.close();
      quotas.close();
      usage.close();
      server.closeAllConnections();
      await member?.leave();
      log.write('info', 'server stopped');
      await tracer?.close();
    },
  };
}

/** Loaded where it is configured: most servers have one person. */
async function loadIdentity({ identity }: AppServerOptions, services: IdentityServices): Promise<Identity | undefined> {
  if (!identity) return undefined;
  const { createIdentity } = await import('../identity/identity.js');
  return createIdentity(identity, services);
}

function unobserved(): Observing {
  const log = new Log('off', 'text');
  return { log, observer: new Observer({ log }) };
}

function brokerAccess(token: string | null): Authenticate {
  if (token === null) return openAccess();
  return tokenAccess([{ token }, { token: pageTokenOf(token), role: 'page' }]);
}

async function listen(app: Hono, { host, port }: AppServerOptions): Promise<Server> {
  const server = serve({ fetch: app.fetch, hostname: host, port }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(host, port, cause)));
  });
  return server;
}
