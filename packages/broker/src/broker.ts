import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CallToolResult, ToolInfo } from '@btcp/protocol';
import type { Authenticate } from './access.js';
import { type CallOptions, callPage } from './call-page.js';
import { Directory } from './directory.js';
import type { Hall } from './hall.js';
import { createHttpDoor } from './http-door.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { Member } from './member.js';
import { createRouter } from './router.js';
import type { Session } from './session.js';
import { createWebSocketDoor } from './web-socket-door.js';

/** Who may connect, from where, and how much. */
export interface BrokerOptions {
  /** Who may connect: `tokenAccess([...])`, or `openAccess()` on a machine of one's own. */
  authenticate: Authenticate;
  /** Names under which this server may be addressed. Default: those of loopback. */
  allowedHosts?: string[];
  /** Origins whose pages may connect, besides the server's own. `*` allows every website. */
  allowedOrigins?: string[];
  /** Milliseconds that a lost member has to come back. Default 30000. */
  resumeWindow?: number;
  /** Milliseconds between signs of life. Default 30000. */
  heartbeatInterval?: number;
  limits?: Partial<Limits>;
}

/** A connected page, for the code that runs beside the broker. */
export interface ConnectedPage {
  readonly sessionId: string;
  readonly owner: string;
  readonly metadata: unknown;
  readonly tools: ToolInfo[];
  /** The connection is lost, and the page may still come back. */
  readonly isAway: boolean;
  readonly hasEnded: boolean;
  call(name: string, input?: unknown, options?: CallOptions): Promise<CallToolResult>;
}

/** Where pages offer their tools and agents call them; your server hands it its requests and upgrades. */
export interface Broker {
  /** For the `upgrade` event of a Node server. False when the path is not the broker's: then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** For everything else, as a fetch handler. `undefined` when the path is not the broker's. */
  fetch(request: Request): Promise<Response | undefined>;
  /** The pages that are connected now. */
  pages(): ConnectedPage[];
  /** Called when a page comes, is away, goes or changes its tools. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * The server where pages and agents meet. It listens to nothing itself: mount it in a server of yours.
 *
 * @example
 * const broker = createBroker({ authenticate: tokenAccess([{ token }]), allowedOrigins: ['https://app.example'] });
 * server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head) || socket.destroy());
 * app.all('*', async (context, next) => (await broker.fetch(context.req.raw)) ?? next());
 */
export function createBroker(options: BrokerOptions): Broker {
  const { resumeWindow = 30_000, heartbeatInterval = 30_000 } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const directory = new Directory();
  const hall: Hall = {
    directory,
    router: createRouter(directory, limits),
    limits,
    rules: {
      hostNames: new Set(options.allowedHosts ?? ['127.0.0.1', 'localhost', '[::1]']),
      origins: options.allowedOrigins ?? [],
      callerByToken: options.authenticate,
    },
    links: new Set(),
    depart(member, isFinal) {
      clearTimeout(member.farewell);
      if (isFinal || !member.clientType) return remove(member, 'disconnected');
      member.farewell = setTimeout(() => remove(member, 'did not come back'), resumeWindow).unref();
    },
    remove,
  };
  const webSockets = createWebSocketDoor(hall);
  const http = createHttpDoor(hall);
  const heartbeat = setInterval(() => {
    for (const link of hall.links) link.beat();
    for (const { clientType, since, link } of directory.members.values())
      if (!clientType && Date.now() - since > heartbeatInterval) link?.close(1008, 'nothing was said');
  }, heartbeatInterval).unref();

  function remove(member: Member, reason: string): void {
    if (member.link) hall.links.delete(member.link);
    directory.remove(member, reason);
  }

  return {
    handleUpgrade: webSockets.handleUpgrade,
    fetch: http.fetch,
    pages: () => [...directory.sessions.values()].map(toConnectedPage),
    onChange: (listener) => directory.onChange(listener),
    async close() {
      clearInterval(heartbeat);
      for (const link of hall.links) link.close(1001, 'the server is going away');
      for (const member of [...directory.members.values()]) remove(member, 'the server is going away');
      await webSockets.close();
    },
  };
}

function toConnectedPage(session: Session): ConnectedPage {
  return {
    sessionId: session.id,
    owner: session.owner,
    metadata: session.page.metadata,
    get tools() {
      return session.tools;
    },
    get isAway() {
      return session.isAway;
    },
    get hasEnded() {
      return session.hasEnded;
    },
    call: (name, input, options) => callPage(session, name, input, options),
  };
}
