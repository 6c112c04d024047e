import type { IncomingMessage } from 'node:http';
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
  body: string | undefined;
  signal: AbortSignal;
  claims?: string | undefined;
}

/** Why a worker did not serve a request; nothing was begun, so it can be sent again. */
export interface NotBegun {
  reason: string;
}

// A result that breaks off is lost as a whole; what is larger is passed on as it comes.
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const LOSS_CHECK_MS = 1_000;

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

export function forwardedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !NOT_FORWARDED.has(name)));
}

export class Forwarder {
  readonly #gateway: FleetGateway;
  readonly #keys: FleetKeys;

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
  async send(placed: Placed, asked: Forwarded): Promise<Response | NotBegun> {
    const response = await this.open(placed, asked);
    if ('reason' in response) return response;
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    const isWhole = length <= MAX_BUFFERED_BYTES;
    const read = () => wholeOf(response).catch((cause: unknown) => Promise.reject(lost(placed, asked, cause)));
    const body = isWhole ? await read() : (Readable.toWeb(response) as ReadableStream);
    const headers = Object.entries(response.headers).filter(([name]) => !NOT_RETURNED.has(name));
    const status = response.statusCode ?? 502;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : body, { status, headers: headers as [string, string][] });
  }

  async open(placed: Placed, asked: Forwarded): Promise<IncomingMessage | NotBegun> {
    const { method, path, body, signal } = asked;
    const losing = new AbortController();
    const watch = setInterval(async () => {
      if (await this.#gateway.hasLost(placed)) losing.abort();
    }, LOSS_CHECK_MS);
    const headers = { ...asked.headers, ...this.hop(placed, method, path, asked.claims) };
    try {
      const response = await requestServer({ url: placed.url, token: null }, path, {
        method,
        headers,
        body,
        signal: AbortSignal.any([signal, losing.signal]),
      });
      response.once('close', () => clearInterval(watch));
      const reason = response.headers[REFUSED_HEADER];
      if (typeof reason !== 'string') return response;
      response.resume();
      return { reason };
    } catch (cause) {
      clearInterval(watch);
      const { code = '', message } = cause as NodeJS.ErrnoException;
      if (UNREACHABLE.has(code) || message === NOT_CONNECTED) return { reason: 'unreachable' };
      throw lost(placed, asked, cause);
    }
  }
}

// Faster than `node:stream/consumers`, which makes a blob first.
async function wholeOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
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
