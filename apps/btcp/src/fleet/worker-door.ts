import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FleetKeys, type FleetWorker, type OwnedSession, type Refusal, readHop } from '@btcp/fleet';
import { type AccessOptions, errorResponse, LIVE_LINK_HEADER, refuseUpgrade } from '@btcp/host';
import { BtcpError } from '@btcp/protocol';
import type { Hono, HonoRequest, MiddlewareHandler } from 'hono';
import { heldResponse } from '../system/held-response.js';
import { withCaller } from '../team/caller.js';
import { callerOfClaims } from './claims.js';
import { bodyOf, HOP_HEADER, isEvents, LIST_PATH, REFUSED_HEADER, sessionOf } from './session-of.js';
import type { WorkerSessions } from './worker-sessions.js';

export interface WorkerDoorOptions {
  keys: FleetKeys;
  access: AccessOptions;
  served: Hono;
  sessions: WorkerSessions;
  isGateway: boolean;
  onDrain(): void;
}

export const DRAIN_PATH = '/fleet/drain';
const PROBES = new Set(['/health', '/ready', '/metrics']);
const CONFLICT = 409;

/** The way into a worker: serves what a gateway of the fleet has signed, for sessions that this worker owns now. */
export class WorkerDoor {
  readonly #options: WorkerDoorOptions;
  #worker: FleetWorker | undefined;

  constructor(options: WorkerDoorOptions) {
    this.#options = options;
  }

  serveFor(worker: FleetWorker): void {
    this.#worker = worker;
    this.#options.sessions.serveFor(worker);
  }

  readonly enter: MiddlewareHandler = async ({ req, env }, next) => {
    const token = req.header(HOP_HEADER);
    if (token !== undefined) return this.#serve(token, req, env as object).catch(errorResponse);
    if (!this.#options.isGateway && !PROBES.has(req.path)) return errorResponse(onlyForGateways());
    return next();
  };

  /** Prepares an upgrade that a gateway has signed, then hands it on; false for any other. */
  upgrade(request: IncomingMessage, socket: Duplex, serve: () => void): boolean {
    const token = request.headers[HOP_HEADER];
    if (typeof token !== 'string') {
      if (this.#options.isGateway) return false;
      refuseUpgrade(socket, onlyForGateways());
      return true;
    }
    socket.on('error', () => {});
    this.#serveUpgrade(token, request, socket, serve).catch((thrown) => refuseUpgrade(socket, BtcpError.from(thrown)));
    return true;
  }

  async #serve(token: string, req: HonoRequest, env: object): Promise<Response> {
    const { pathname, search } = new URL(req.url);
    const hop = this.#read(token, req.method, pathname + search);
    if (pathname === DRAIN_PATH && hop.session === '') {
      this.#options.onDrain();
      return Response.json({ success: true });
    }
    if (pathname === LIST_PATH && hop.session === '') return this.#options.served.fetch(req.raw, env);
    const body = await bodyOf(req);
    if (sessionOf(req, body)?.session !== hop.session) throw forged();
    const owned = await this.#admit(hop.session, hop.revision);
    if (typeof owned === 'string') return refusal(owned);
    const isCall = !isEvents(pathname);
    const { ending, done } = await this.#options.sessions.begin(owned, isCall, req.header(LIVE_LINK_HEADER));
    const signal = AbortSignal.any([req.raw.signal, ending.signal]);
    const { method } = req;
    const request = new Request(req.url, { method, headers: req.raw.headers, signal, ...(body ? { body } : {}) });
    const caller = callerOfClaims(hop.claims);
    const response = await this.#options.served.fetch(request, caller ? withCaller(env, caller, undefined) : env);
    if (!ending.signal.aborted) return heldResponse(response, ending.signal, done);
    done();
    throw lostMeanwhile(hop.session);
  }

  async #serveUpgrade(token: string, request: IncomingMessage, socket: Duplex, serve: () => void): Promise<void> {
    const { session, revision } = this.#read(token, 'UPGRADE', request.url ?? '');
    const asked = new URLSearchParams((request.url ?? '').split('?')[1]).get('sessionId');
    if (asked !== session) throw forged();
    const owned = await this.#admit(session, revision);
    if (typeof owned === 'string') throw notServed(owned);
    const { ending, done } = await this.#options.sessions.begin(owned, false);
    socket.once('close', done);
    ending.signal.addEventListener('abort', () => socket.destroy());
    const { token: own, hosts } = this.#options.access;
    const [host] = hosts;
    request.headers.host = host ?? '';
    if (own !== null) request.headers.authorization = `Bearer ${own}`;
    serve();
  }

  #read(token: string, method: string, path: string) {
    const worker = this.#worker;
    const { keys } = this.#options;
    const hop = worker && readHop(keys.hop(worker.id), token, { worker: worker.id, method, path }, worker.now());
    if (!hop) throw forged();
    if (hop.sessionKey !== undefined) keys.learn(hop.session, worker.id, hop.sessionKey);
    return hop;
  }

  async #admit(session: string, revision: number): Promise<OwnedSession | Refusal | 'moving'> {
    if (this.#options.sessions.isLeaving(session)) return 'moving';
    // Where NATS does not answer, nothing is begun: the gateway asks again.
    return (await this.#worker?.admit(session, revision).catch(() => undefined)) ?? 'fenced';
  }
}

function refusal(reason: Refusal | 'moving'): Response {
  const response = errorResponse(notServed(reason));
  return new Response(response.body, { status: CONFLICT, headers: { [REFUSED_HEADER]: reason } });
}

function notServed(reason: Refusal | 'moving'): BtcpError {
  return new BtcpError('busy', `This worker does not serve the session: ${reason}.`, {
    hint: 'The gateway asks where it is now.',
  });
}

function forged(): BtcpError {
  return new BtcpError('unauthorized', 'The request was not signed by a gateway of this fleet.', {
    hint: 'Give every server of the fleet the same fleet key, and upgrade those that are more than one version behind.',
  });
}

function onlyForGateways(): BtcpError {
  return new BtcpError('denied', 'This server is a worker of a fleet and takes requests of its gateways only.', {
    hint: 'Call a gateway: a server that was started with --role gateway or --role both.',
  });
}

function lostMeanwhile(session: string): BtcpError {
  return new BtcpError('browser_lost', `The worker lost session ${session} during the call.`, {
    hint: 'The call may have completed. Call again: the session is restored on another worker.',
  });
}
