import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type FleetGateway, type FleetKeys, type FleetStatus, type Placed, signHop } from '@btcp/fleet';
import { BtcpError } from '@btcp/protocol';
import { requestServer } from '../client/server-client.js';
import { MCP_SESSION_HEADER } from './fleet-member.js';
import { HOP_HEADER, REFUSED_HEADER } from './session-of.js';

export interface Forwarded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  signal: AbortSignal;
  claims?: string | undefined;
}

/** What a worker answered, without what belongs to one connection. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** As it comes, where it may be long. */
  body: Buffer | IncomingMessage;
}

/** Why a worker did not serve a request; nothing was begun, so it can be sent again. */
export interface NotBegun {
  reason: string;
}

// A result that breaks off is lost as a whole; what is larger is passed on as it comes.
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const LOSS_CHECK_MS = 1_000;
// Statuses of answers without a body.
const EMPTY = new Set<number | undefined>([204, 304]);

const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);
const NOT_CONNECTED = 'it does not answer';

// Of one connection, or for the gateway alone.
const NOT_FORWARDED = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  HOP_HEADER,
  MCP_SESSION_HEADER,
]);
const NOT_RETURNED = new Set(['connection', 'keep-alive', 'transfer-encoding', REFUSED_HEADER]);

/** A worker as the one to ask, about no session. */
export function asPlaced({ id: worker, url, protocols }: FleetStatus['workers'][number]): Placed {
  return { session: '', revision: 0, worker, url, protocol: protocols?.newest ?? 1 };
}

export function forwardedHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of headers) if (!NOT_FORWARDED.has(name)) forwarded[name] = value;
  return forwarded;
}

export function toResponse({ status, headers, body }: Answer): Response {
  const content = Buffer.isBuffer(body) ? body : (Readable.toWeb(body) as ReadableStream);
  return new Response(EMPTY.has(status) ? null : content, { status, headers: headers as Record<string, string> });
}

export class Forwarder {
  readonly #gateway: FleetGateway;
  readonly #keys: FleetKeys;
  readonly #open = new Map<ClientRequest, Placed>();
  #watch: NodeJS.Timeout | undefined;

  constructor(gateway: FleetGateway, keys: FleetKeys) {
    this.#gateway = gateway;
    this.#keys = keys;
  }

  hop(placed: Placed, method: string, path: string, claims?: string): Record<string, string> {
    const { worker, session } = placed;
    const sessionKey = this.#keys.give(session, worker);
    const hop = { ...placed, method, path, claims, sessionKey };
    return { [HOP_HEADER]: signHop(this.#keys.hop(worker), hop, this.#gateway.now()) };
  }

  /** Returns the answer of the worker, or why it began nothing. A call that was begun and lost throws `browser_lost`. */
  async send(placed: Placed, asked: Forwarded): Promise<Answer | NotBegun> {
    const response = await this.open(placed, asked);
    if ('reason' in response) return response;
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    const isWhole = length <= MAX_BUFFERED_BYTES || EMPTY.has(response.statusCode);
    const read = () => wholeOf(response).catch((cause: unknown) => Promise.reject(lost(placed, asked, cause)));
    const body = isWhole ? await read() : response;
    return { status: response.statusCode ?? 502, headers: returnedHeaders(response.headers), body };
  }

  async open(placed: Placed, asked: Forwarded): Promise<IncomingMessage | NotBegun> {
    const { method, path, body, signal } = asked;
    const headers = { ...asked.headers, ...this.hop(placed, method, path, asked.claims) };
    try {
      const response = await requestServer({ url: placed.url, token: null }, path, {
        method,
        headers,
        body,
        signal,
        onSent: (request) => this.#endWithWorker(request, placed),
      });
      const reason = response.headers[REFUSED_HEADER];
      if (typeof reason !== 'string') return response;
      response.resume();
      return { reason };
    } catch (cause) {
      const { code = '', message } = cause as NodeJS.ErrnoException;
      if (UNREACHABLE.has(code) || message === NOT_CONNECTED) return { reason: 'unreachable' };
      throw lost(placed, asked, cause);
    }
  }

  // A worker that was stopped keeps its connections. One timer for all requests: most end before it fires.
  #endWithWorker(request: ClientRequest, placed: Placed): void {
    this.#open.set(request, placed);
    request.once('close', () => this.#open.delete(request));
    this.#watch ??= setInterval(() => this.#endLost(), LOSS_CHECK_MS).unref();
  }

  #endLost(): void {
    for (const [request, placed] of this.#open) {
      void this.#gateway.hasLost(placed).then((isLost) => isLost && request.destroy(new Error('The worker was lost.')));
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}

function returnedHeaders(headers: IncomingHttpHeaders): Answer['headers'] {
  const returned: Answer['headers'] = {};
  for (const name in headers) if (!NOT_RETURNED.has(name)) returned[name] = headers[name] ?? '';
  return returned;
}

// Faster than an iterator and than `node:stream/consumers`, which makes a blob first.
function wholeOf(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject)
      .once('close', () => response.complete || reject(new Error('The answer broke off.')));
  });
}

function lost({ session }: Placed, { signal }: Forwarded, cause: unknown): BtcpError {
  if (signal.aborted)
    return new BtcpError('cancelled', 'The call was cancelled by the caller.', {
      hint: 'Part of it may be done: browser_snapshot shows the page.',
      cause,
    });
  return new BtcpError('browser_lost', `The worker of session ${session} was lost during the call.`, {
    hint: 'The call may have completed. Call again: the session is restored on another worker.',
    cause,
  });
}
