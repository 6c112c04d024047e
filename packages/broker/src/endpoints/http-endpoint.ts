import { type AccessRequest, type Decision, decide, type Refusal, readBody, readRequest } from '@btcp/access';
import { Client } from '../clients/client.js';
import { type Caller, callerOf, type Principal } from '../clients/principal.js';
import type { EndpointOptions } from './endpoint-options.js';
import { createEventStreamTransport, type EventStreamTransport } from './event-stream-transport.js';

const EVENT_PATHS = ['/btcp/events', '/events'];
const MESSAGE_PATHS = ['/btcp/message', '/message'];
// Clients of the public server's protocol choose names and expect a list of sessions.
const PUBLIC_EVENT_PATH = '/events';
// All requests of a server come by here, so most are left out before their address is parsed.
const MAY_BE_SERVED = /\/(?:events|message)/;

export class HttpEndpoint {
  readonly #options: EndpointOptions;
  readonly #streams = new WeakMap<Client, EventStreamTransport>();

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  async fetch(request: Request): Promise<Response | undefined> {
    if (!MAY_BE_SERVED.test(request.url)) return undefined;
    const url = new URL(request.url);
    const isEvents = EVENT_PATHS.includes(url.pathname);
    if (!isEvents && !MESSAGE_PATHS.includes(url.pathname)) return undefined;
    const asked = readRequest(request.headers);
    const { host = url.host, origin } = asked;
    // A preflight has no token, and another method is refused for every caller.
    const isPublic = request.method !== (isEvents ? 'GET' : 'POST');
    const seen = { ...asked, host, isPublic };
    const decision = await decide(seen, this.#options.rules);
    if (!decision.isAllowed && decision.reason !== 'caller') return refusal(decision.reason, origin);
    const response = await this.#answer(request, url, isEvents, decision, seen);
    // Only a page whose origin was checked may read the answer.
    if (origin !== undefined) response.headers.set('access-control-allow-origin', origin);
    response.headers.append('vary', 'origin');
    return response;
  }

  async #answer(
    request: Request,
    url: URL,
    isEvents: boolean,
    decision: Decision<Principal>,
    seen: AccessRequest,
  ): Promise<Response> {
    if (!decision.isAllowed) return reply(401, { error: 'a valid token is needed' });
    if (request.method === 'OPTIONS') return preflight();
    if (!decision.caller) return reply(405, { error: 'method not allowed' });
    const caller = callerOf(decision.caller, seen);
    if (!isEvents) return this.#receive(request, url, caller);
    return this.#resume(request, caller) ?? this.#connect(url, caller, request.headers.get('btcp-resume'));
  }

  #resume(request: Request, caller: Caller): Response | undefined {
    const client = this.#options.directory.resumable(request.headers.get('btcp-resume'), caller);
    const lastEventId = Number(request.headers.get('last-event-id') ?? 0);
    const stream = client && this.#streams.get(client)?.open(lastEventId);
    if (!stream) return undefined;
    client.returned();
    this.#greet(client, true);
    return eventStream(stream);
  }

  #connect(url: URL, caller: Caller, resumeToken: string | null): Response {
    const { directory, requests, limits } = this.#options;
    if (directory.transports.size >= limits.connections) return reply(503, { error: 'too many connections' });
    const type = url.searchParams.get('clientType') === 'agent' ? 'agent' : 'browser';
    const isPublicPath = url.pathname === PUBLIC_EVENT_PATH;
    const name = isPublicPath && type === 'browser' ? url.searchParams.get('sessionId') : null;
    if (name && this.#isTaken(name, caller)) return reply(409, { error: 'a page is connected under this id' });
    const onEnd = () => directory.disconnected(client, { isFinal: client.isLeaving });
    const transport = createEventStreamTransport(limits.backlog, onEnd);
    const handle = (...call: Parameters<typeof requests.handle>) => requests.handle(...call);
    const client: Client = new Client({ caller, transport, limits, handle });
    try {
      directory.add(client);
      if (type === 'browser') directory.adopt(client, resumeToken);
      requests.identify(client, type);
    } catch (thrown) {
      directory.remove(client, 'refused');
      return reply(403, { error: String(thrown) });
    }
    this.#streams.set(client, transport);
    directory.transports.add(transport);
    if (name) this.#takeName(client, name);
    const stream = transport.open(0);
    if (isPublicPath && type === 'agent') this.#announcePages(client);
    this.#greet(client, false);
    return eventStream(stream);
  }

  // Clients of the public server choose their own id. Nobody but the page itself, when it has lost its stream, takes it again.
  #isTaken(name: string, { principal: { owner }, origin }: Caller): boolean {
    const before = this.#options.directory.find(name, owner);
    return before !== undefined && !(before.isAway && before.origin === origin);
  }

  #takeName(client: Client, name: string): void {
    const { directory } = this.#options;
    if (!client.page) return;
    const before = directory.named(name, client.principal.owner)?.client;
    if (before) {
      const error = {
        code: -32001,
        message: 'Connection lost',
        data: { btcpCode: 'CONNECTION_LOST', reason: 'replaced' },
      };
      before.transport?.send(JSON.stringify({ jsonrpc: '2.0', error, id: 'disconnect' }));
      before.transport?.close(1000, 'replaced');
      directory.remove(before, 'replaced');
    }
    directory.name(client.page, name);
  }

  #announcePages(client: Client): void {
    const sessions = this.#options.directory.pagesOf(client.principal.owner).map((page) => page.describe());
    client.transport?.send(JSON.stringify({ jsonrpc: '2.0', id: 'sessions', result: { sessions } }));
  }

  #greet(client: Client, resumed: boolean): void {
    const { requests } = this.#options;
    const params = { clientId: client.id, clientType: client.type, ...requests.welcome(client, resumed) };
    client.transport?.send(JSON.stringify({ jsonrpc: '2.0', method: 'connected', params }));
  }

  async #receive(request: Request, url: URL, caller: Caller): Promise<Response> {
    const { directory, limits } = this.#options;
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      return reply(415, { error: 'the content type must be application/json' });
    const client = this.#senderOf(request, url, caller);
    if (!client) return reply(404, { error: 'no such client: open the event stream first' });
    // A character has up to three bytes; a message that is only a little too large is answered by the protocol.
    const text = await readBody(request, limits.messageSize * 3);
    if (text === undefined) return reply(413, { error: 'the message is too large' });
    const sequence = Number(request.headers.get('btcp-sequence') ?? 0);
    // Sent again because our first reply was lost.
    if (sequence > 0 && sequence <= client.lastSequence) return reply(200, { success: true });
    client.lastSequence = sequence || client.lastSequence;
    const refused = client.receive(text);
    // The end of its stream has overtaken its goodbye.
    if (client.isLeaving && client.isAway) directory.disconnected(client, { isFinal: true });
    if (!refused) return reply(200, { success: true });
    return refused === 'BUSY' ? reply(429, { error: 'too many messages' }) : reply(400, { error: 'not a message' });
  }

  // A name that a page chose can be guessed, so it speaks for pages of its own origin only.
  #senderOf(request: Request, url: URL, { principal: { owner }, origin }: Caller): Client | undefined {
    const { directory } = this.#options;
    const clientId = request.headers.get('btcp-client') ?? url.searchParams.get('clientId');
    const client = clientId
      ? directory.clients.get(clientId)
      : directory.named(url.searchParams.get('sessionId') ?? '', owner)?.client;
    const isOwn = client?.principal.owner === owner && client.origin === origin;
    return isOwn && this.#streams.has(client) ? client : undefined;
  }
}

function refusal(reason: Refusal, origin: string | undefined): Response {
  const error = reason === 'host' ? 'this host name is not served here' : `pages of ${origin} may not connect here`;
  return reply(403, { error });
}

function eventStream(stream: ReadableStream<Uint8Array> | undefined): Response {
  return new Response(stream ?? null, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'authorization, content-type, last-event-id, cache-control, btcp-client, btcp-resume, btcp-sequence',
      'access-control-max-age': '600',
    },
  });
}

function reply(status: number, body: unknown): Response {
  return Response.json(body, { status });
}
