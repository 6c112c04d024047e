import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type AccessRules, decide, readRequest, sameSecret } from '@btcp/access';
import { type AccessOptions, errorResponse } from '@btcp/host';
import { isNamedToken } from '../system/named-tokens.js';
import { isEventStream, UNBUFFERED } from '../system/unbuffered.js';
import { actOf } from '../team/acts.js';
import type { Audited } from '../team/audited.js';
import { type Answer, forwardedHeaders } from './forward.js';
import type { GatewayDoor } from './gateway-door.js';
import { HOP_HEADER, isInitialize, isMcp, sessionOf } from './session-of.js';

export interface OwnerCallsOptions {
  door: GatewayDoor;
  access: AccessOptions;
  audited: Audited;
  isLocal(session: string): boolean;
}

// Written as it is served: nothing in it has to be decoded, and it has no query.
const CALL_PATH = /^(?:\/sessions\/[\w~:-][\w.~:-]*\/tools\/\w+|\/mcp)$/;
const MAX_BYTES = 1024 * 1024;
// What the other doors have to see.
const FOR_OTHERS = ['cookie', 'transfer-encoding', HOP_HEADER];

/**
 * Calls with the token of the server, which are most: they go to their worker as bytes, without the requests and
 * responses of the app, which take longer than the rest of the way. Everything else is left to the app.
 */
export class OwnerCalls {
  readonly #options: OwnerCallsOptions;
  readonly #rules: AccessRules<'owner'>;

  constructor(options: OwnerCallsOptions) {
    this.#options = options;
    const { token, hosts, publicOrigin } = options.access;
    const isOwner = (given: string) => token === null || (!isNamedToken(given) && sameSecret(given, token));
    this.#rules = { hosts, publicOrigin, callerByToken: (given = '') => (isOwner(given) ? 'owner' : undefined) };
  }

  /** Whether the call was taken; the app answers every other request, also one that has to be refused. */
  take(incoming: IncomingMessage, outgoing: ServerResponse): false | Promise<boolean> {
    const session = sessionOfCall(incoming);
    if (session === undefined || this.#options.isLocal(session)) return false;
    return this.#take(session, incoming, outgoing);
  }

  async #take(session: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const decision = await decide(readRequest(incoming.headers), this.#rules);
    if (!decision.isAllowed) return false;
    const body = await bytesOf(incoming);
    // The caller has left.
    if (body === undefined) return true;
    const { url: path = '' } = incoming;
    if (isMcp(path) && isInitialize(body.toString())) {
      // The server of the app reads a body from here.
      Object.assign(incoming, { rawBody: body });
      return false;
    }
    const method = 'POST';
    const forward = async () => {
      const headers = forwardedHeaders(Object.entries(incoming.headers) as [string, string][]);
      const signal = leavingOf(outgoing);
      const sent = this.#options.door.send({ session, method, path, headers, body, signal });
      const answer = await sent.catch((thrown: unknown) => answerOf(errorResponse(thrown)));
      write(answer, outgoing);
      return answer.status;
    };
    await this.#options.audited.request({ method, ...actOf(method, path) }, forward, (status) => status);
    return true;
  }
}

function sessionOfCall({ method = '', url: path = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'POST' || !CALL_PATH.test(path)) return undefined;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!(length <= MAX_BYTES) || FOR_OTHERS.some((name) => headers[name] !== undefined)) return undefined;
  const header = (name: string) => headers[name]?.toString();
  return sessionOf({ path, method, header, query: () => undefined }, undefined)?.session;
}

// Node reads no more bytes than `Content-Length` announces.
function bytesOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', () => resolve(undefined))
      .once('close', () => resolve(undefined));
  });
}

function leavingOf(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) leaving.abort();
  };
  if (outgoing.destroyed) abort();
  outgoing.once('close', abort);
  return leaving.signal;
}

async function answerOf(response: Response): Promise<Answer> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

function write({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  if (isEventStream(headers['content-type'])) outgoing.setHeader(...UNBUFFERED);
  outgoing.writeHead(status, headers);
  if (Buffer.isBuffer(body)) {
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  // An answer that breaks off ends the connection.
  pipeline(body, outgoing, () => {});
}
