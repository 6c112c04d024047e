import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type FileStore,
  FleetBusy,
  type FleetGateway,
  type FleetKeys,
  type FleetLabels,
  type FleetStatus,
  type Placed,
} from '@btcp/fleet';
import {
  type AccessOptions,
  admitViewer,
  errorResponse,
  LIVE_LINK_HEADER,
  type LiveLinks,
  refuseUpgrade,
  refuseViewer,
} from '@btcp/host';
import { BtcpError } from '@btcp/protocol';
import type { MiddlewareHandler } from 'hono';
import { holdViewer } from '../hosts/hold-viewer.js';
import { type AdmittedViewer, pipeViewer } from '../hosts/pipe-viewer.js';
import { callerOf } from '../team/caller.js';
import { claimsOf } from './claims.js';
import { relayEvents } from './event-relay.js';
import { MCP_SESSION_HEADER } from './fleet-member.js';
import { type Answer, asPlaced, type Forwarded, type Forwarder, forwardedHeaders, toResponse } from './forward.js';
import { makeMcpSession } from './mcp-session-id.js';
import { bodyOf, decoded, isEvents, isInitialize, isMcp, type Routed, sessionOf, userOf } from './session-of.js';
import { fileAsked, serveFiles } from './stored-files.js';

export interface GatewayDoorOptions {
  gateway: FleetGateway;
  forwarder: Forwarder;
  keys: FleetKeys;
  access: AccessOptions;
  links: LiveLinks;
  files: FileStore;
  /** Whether a session is served by this gateway itself: connected pages are. */
  isLocal(session: string): boolean;
  liveLink(session: string): Promise<string>;
}

interface Admitted extends Pick<Forwarded, 'method' | 'path' | 'headers' | 'body' | 'signal'> {
  session: string;
  claims?: string | undefined;
  opened?: string | undefined;
}

const LABELS_HEADER = 'btcp-labels';
const LIVE_PATH = '/browser/stream';
// A worker that drains takes seconds to save a session.
const MAX_WAIT_MS = 20_000;
const LOOK_AGAIN_MS = 100;
const RETRY_AFTER_MS = 2_000;
const LOSS_CHECK_MS = 1_000;
const ASKS_PERSON = 'browser_request_user';

/** The one address of a fleet: sends every request of a session to the worker that has it. */
export class GatewayDoor {
  readonly #options: GatewayDoorOptions;
  readonly #forwarder: Forwarder;

  constructor(options: GatewayDoorOptions) {
    this.#options = options;
    this.#forwarder = options.forwarder;
  }

  /** After every check of access; requests of no session pass. */
  readonly route: MiddlewareHandler = async (context, next) => {
    const { req } = context;
    const { gateway, isLocal } = this.#options;
    if (isMcp(req.path) && req.method === 'GET') return noStream();
    const body = await bodyOf(req);
    const caller = callerOf(context);
    const opened =
      isMcp(req.path) && isInitialize(body) ? makeMcpSession(this.#options.keys.mcpSession, caller?.name) : undefined;
    const routed: Routed | undefined =
      sessionOf(req, body) ?? (opened === undefined ? undefined : { session: `mcp:${opened}`, starts: true });
    const serveHere = () => {
      // The routes of this server read the body again.
      if (body !== undefined) req.raw = new Request(req.raw, { body });
      return next();
    };
    if (!routed || isLocal(routed.session)) return serveHere();
    const { session } = routed;
    const claims = claimsOf(caller);
    const forwarder = this.#forwarder;
    const send = () =>
      this.send({
        ...{ session, claims, opened, method: req.method, path: pathOf(req.url), body },
        ...{ headers: forwardedHeaders(req.raw.headers), signal: req.raw.signal },
      }).then(toResponse, errorResponse);
    if (routed.isShown) {
      // The stream of the workspace has more than what happens on the worker.
      const isServedHere = isEvents(req.path) || !gateway.known(routed.session);
      return isServedHere ? serveHere() : send();
    }
    if (isEvents(req.path)) return relayEvents(context, routed.session, { gateway, forwarder, claims });
    const asked = req.method === 'GET' ? fileAsked(req.path) : undefined;
    if (asked !== undefined) {
      const ask = gateway.known(routed.session) && send;
      return serveFiles(context, routed.session, { files: this.#options.files, asked, ask });
    }
    if (!routed.starts && !gateway.exists(routed.session)) return serveHere();
    return send();
  };

  /** Pipes a viewer to the worker that has the session; false if no worker has it. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path, query] = (request.url ?? '').split('?');
    if (path !== LIVE_PATH) return false;
    const { gateway, access, links, isLocal } = this.#options;
    const parameters = new URLSearchParams(query);
    const named = parameters.get('sessionId');
    if (named !== null && (isLocal(named) || !gateway.exists(named))) return false;
    socket.on('error', () => {});
    admitViewer(request, parameters, { access, links }).then(
      (admission) => {
        holdViewer(socket, admission, { access, links });
        parameters.set('role', admission.role);
        this.#connect({ request, socket, head, query: parameters }, admission.session).catch((thrown) =>
          refuseUpgrade(socket, BtcpError.from(thrown)),
        );
      },
      (thrown) => refuseViewer(request, socket, head, BtcpError.from(thrown)),
    );
    return true;
  }

  /** Asks a worker to drain and end, also one of another version: this request is the same in every protocol. */
  async drain(worker: FleetStatus['workers'][number], path: string): Promise<void> {
    const { id, url } = worker;
    const { signal } = new AbortController();
    const answer = await this.#forwarder.send(asPlaced(worker), {
      method: 'POST',
      path,
      headers: {},
      body: '',
      signal,
    });
    if ('status' in answer && answer.status < 300) return;
    throw new BtcpError('browser_unavailable', `Worker ${id} does not answer at ${url}.`, {
      hint: 'Its lease will expire; btcp fleet status shows it.',
    });
  }

  /** Returns what the worker of the session answers; places the session first, or again, where it has none. */
  async send(admitted: Admitted): Promise<Answer> {
    const { gateway } = this.#options;
    const { session, claims, signal } = admitted;
    const headers = { ...admitted.headers, ...(await this.#extraHeaders(admitted)) };
    const wanted = { session, user: userOf(session), labels: parseLabels(headers[LABELS_HEADER] ?? ''), claims };
    const asked = { ...admitted, headers };
    const until = performance.now() + MAX_WAIT_MS;
    let placed: Placed = gateway.known(session) ?? (await gateway.place(wanted));
    for (;;) {
      const answer = await this.#forwarder.send(placed, asked);
      if ('status' in answer) return answer;
      if (performance.now() > until || signal.aborted) throw notServed(session, answer.reason);
      await gateway.change(LOOK_AGAIN_MS);
      placed = await gateway.place(wanted);
    }
  }

  async #extraHeaders({ headers, path, body = '', session, opened }: Admitted): Promise<Record<string, string>> {
    const mcpSession = headers['mcp-session-id'] ?? opened;
    const asked = decoded(path.split('?', 1)[0] ?? '');
    const asksPerson = asked.endsWith(ASKS_PERSON) || (isMcp(asked) && body.includes(ASKS_PERSON));
    return {
      ...(mcpSession === undefined ? {} : { [MCP_SESSION_HEADER]: mcpSession }),
      ...(asksPerson && headers[LIVE_LINK_HEADER] === undefined
        ? { [LIVE_LINK_HEADER]: await this.#options.liveLink(session) }
        : {}),
    };
  }

  async #connect(viewer: AdmittedViewer, session = this.#onlySession()): Promise<void> {
    const { gateway } = this.#options;
    const placed = gateway.known(session) ?? (await gateway.place({ session, user: userOf(session), labels: {} }));
    viewer.query.set('sessionId', session);
    const headers = this.#forwarder.hop(placed, 'UPGRADE', `${LIVE_PATH}?${viewer.query}`);
    pipeViewer(viewer, { url: placed.url, token: null }, headers);
    // A worker that was stopped keeps its connections.
    const watch = setInterval(async () => {
      if (await gateway.hasLost(placed)) viewer.socket.destroy();
    }, LOSS_CHECK_MS);
    viewer.socket.once('close', () => clearInterval(watch));
  }

  #onlySession(): string {
    const [only, ...others] = this.#options.gateway.status.sessions;
    if (only && others.length === 0) return only.session;
    throw new BtcpError(
      only ? 'ambiguous' : 'browser_unavailable',
      only ? 'Several sessions have a browser.' : 'No browser is open.',
      {
        hint: 'Name the session: /browser/stream?sessionId=ID.',
      },
    );
  }
}

// With its query. The address was parsed before: it has no other form.
function pathOf(url: string): string {
  return /^\w+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] ?? '/';
}

// Results of MCP come with their request; a stream of its own would hold a slot.
function noStream(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
}

function parseLabels(text: string): FleetLabels {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.split('=').slice(1).join('=').trim()]),
  );
}

function notServed(session: string, reason: string): FleetBusy {
  return new FleetBusy(
    `No worker serves session ${session} yet: its last one is ${reason}.`,
    `Call again in ${RETRY_AFTER_MS / 1_000} s.`,
    RETRY_AFTER_MS,
  );
}
