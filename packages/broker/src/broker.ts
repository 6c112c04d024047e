import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RequestOptions, RpcError } from '@btcp/protocol';
import type { PageElsewhere, PageSource } from './clients/connected-page.js';
import { Directory } from './clients/directory.js';
import { DEFAULT_LIMITS, type Limits } from './clients/limits.js';
import type { Authenticate } from './clients/principal.js';
import type { RegisteredPage } from './clients/registered-page.js';
import { HttpEndpoint } from './endpoints/http-endpoint.js';
import { WebSocketEndpoint } from './endpoints/web-socket-endpoint.js';
import { type AgentPermit, RequestHandler } from './requests/request-handler.js';

/** Who may connect, from where, and how much. */
export interface BrokerOptions {
  authenticate: Authenticate;
  /** A name is served on every port, and a name with a port on that one. Default: the loopback names. */
  allowedHosts?: readonly string[] | ReadonlySet<string>;
  /** The origin under which a proxy serves this server. */
  publicOrigin?: string | undefined;
  /** In addition to the server's own origin. `*` allows every website. */
  allowedOrigins?: string[];
  /** Milliseconds a client has to reconnect and resume. Default 30000. */
  resumeWindow?: number;
  heartbeatInterval?: number;
  limits?: Partial<Limits>;
  /** Brokers with the same key give a page the same session id when it connects to another of them. */
  sessionKey?: Buffer | undefined;
  /** What agents that connect here may do with pages; everything by default. */
  permit?: AgentPermit;
}

/** Connects pages that offer tools with agents that call them. */
export interface Broker extends PageSource {
  /** False when the path is not the broker's: then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** `undefined` when the path is not the broker's. */
  fetch(request: Request): Promise<Response | undefined>;
  readonly own: OwnPages;
  /** Shows a page of another broker here, or what has changed of it. */
  showElsewhere(page: PageElsewhere): void;
  endElsewhere(sessionId: string): void;
  close(): Promise<void>;
}

/** The pages of one broker, for another one that shows them. */
export interface OwnPages {
  has(sessionId: string): boolean;
  request(sessionId: string, method: string, params: unknown, options: RequestOptions): Promise<unknown>;
}

/**
 * Creates the server where pages and agents meet, to be mounted in an HTTP server of yours.
 * @example
 * const broker = createBroker({ authenticate: tokenAccess([{ token }]), allowedOrigins: ['https://app.example'] });
 * server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head) || socket.destroy());
 * app.all('*', async (context, next) => (await broker.fetch(context.req.raw)) ?? next());
 */
export function createBroker(options: BrokerOptions): Broker {
  const { resumeWindow = 30_000, heartbeatInterval = 30_000 } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const directory = new Directory(resumeWindow, options.sessionKey);
  const requests = new RequestHandler(directory, limits, options.permit);
  const { allowedHosts: hostNames = ['127.0.0.1', 'localhost', '[::1]'] } = options;
  const rules = {
    hostNames: hostNames instanceof Set ? hostNames : new Set(hostNames),
    publicOrigin: options.publicOrigin,
    origins: options.allowedOrigins ?? [],
    callerByToken: options.authenticate,
  };
  const webSockets = new WebSocketEndpoint({ directory, requests, limits, rules });
  const http = new HttpEndpoint({ directory, requests, limits, rules });
  const heartbeat = setInterval(() => beat(directory, heartbeatInterval), heartbeatInterval).unref();

  return {
    handleUpgrade: (request, socket, head) => webSockets.handleUpgrade(request, socket, head),
    fetch: (request) => http.fetch(request),
    pages: () => inOrder(directory),
    own: ownPages(directory),
    showElsewhere: (page) => directory.showElsewhere(page),
    endElsewhere: (sessionId) => directory.endElsewhere(sessionId),
    onChange: (listener) => directory.onChange(listener),
    async close() {
      clearInterval(heartbeat);
      for (const transport of directory.transports) transport.close(1001, 'the server is going away');
      for (const client of [...directory.clients.values()]) directory.remove(client, 'the server is going away');
      await webSockets.close();
    },
  };
}

// The newest comes last; pages of other brokers are seen in any order.
function inOrder({ pages }: Directory): RegisteredPage[] {
  const all = [...pages.values()];
  return all.every(({ client }) => client) ? all : all.sort((one, other) => one.createdAt - other.createdAt);
}

function ownPages(directory: Directory): OwnPages {
  return {
    has: (sessionId) => directory.pages.get(sessionId)?.client !== undefined,
    async request(sessionId, method, params, options) {
      const client = directory.pages.get(sessionId)?.client;
      if (!client) throw new RpcError('SESSION_NOT_FOUND', 'the page is gone');
      return client.request(method, params, options);
    },
  };
}

function beat(directory: Directory, heartbeatInterval: number): void {
  for (const transport of directory.transports) transport.beat();
  for (const { type, since, transport } of directory.clients.values())
    if (!type && Date.now() - since > heartbeatInterval) transport?.close(1008, 'nothing was said');
}
