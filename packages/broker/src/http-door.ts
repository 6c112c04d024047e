import { type Decision, decide, readBody, readRequest } from '@btcp/access';
import type { Principal } from './access.js';
import { createEventStreamLink } from './event-stream-link.js';
import type { Hall } from './hall.js';
import { Member } from './member.js';

const EVENT_PATHS = ['/btcp/events', '/events'];
const MESSAGE_PATHS = ['/btcp/message', '/message'];

/** Lets members in by server-sent events, and takes what they POST. */
export function createHttpDoor(hall: Hall) {
  const { directory, router, limits, links, rules } = hall;
  const streams = new WeakMap<Member, ReturnType<typeof createEventStreamLink>>();

  async function fetch(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    const isEvents = EVENT_PATHS.includes(url.pathname);
    if (!isEvents && !MESSAGE_PATHS.includes(url.pathname)) return undefined;
    const asked = readRequest(request.method, request.headers);
    const { host = url.host, origin } = asked;
    // A preflight brings no token, and another method is refused whoever sends it.
    const isPublic = request.method !== (isEvents ? 'GET' : 'POST');
    const decision = await decide({ ...asked, host, isPublic }, rules);
    if (!decision.isAllowed && decision.reason !== 'caller') {
      const isHost = decision.reason === 'host';
      return reply(403, {
        error: isHost ? 'this host name is not served here' : `pages of ${origin} may not connect here`,
      });
    }
    const response = await answer(request, url, isEvents, decision);
    // Only a page whose origin was checked may read the answer.
    if (origin !== undefined) response.headers.set('access-control-allow-origin', origin);
    response.headers.append('vary', 'origin');
    return response;
  }

  async function answer(
    request: Request,
    url: URL,
    isEvents: boolean,
    decision: Decision<Principal>,
  ): Promise<Response> {
    if (!decision.isAllowed) return reply(401, { error: 'a valid token is needed' });
    if (request.method === 'OPTIONS') return preflight();
    if (!decision.caller) return reply(405, { error: 'method not allowed' });
    return isEvents ? openStream(request, url, decision.caller) : takeMessage(request, url, decision.caller);
  }

  function openStream(request: Request, url: URL, principal: Principal): Response {
    const earlier = directory.resumable(request.headers.get('btcp-resume'), principal.owner);
    if (earlier) {
      const stream = streams.get(earlier)?.open(Number(request.headers.get('last-event-id') ?? 0));
      if (stream) {
        clearTimeout(earlier.farewell);
        earlier.farewell = undefined;
        greet(earlier, true);
        return eventStream(stream);
      }
    }
    if (links.size >= limits.connections) return reply(503, { error: 'too many connections' });
    const clientType = url.searchParams.get('clientType') === 'agent' ? 'agent' : 'browser';
    const link = createEventStreamLink(limits.backlog, () => hall.depart(member, member.isLeaving));
    const member: Member = new Member(principal, link, limits, router.handle);
    try {
      directory.add(member);
      router.identify(member, clientType);
    } catch (thrown) {
      hall.remove(member, 'refused');
      return reply(403, { error: String(thrown) });
    }
    streams.set(member, link);
    links.add(link);
    const isPublicDialect = url.pathname === '/events';
    const name = isPublicDialect && url.searchParams.get('sessionId');
    if (name && member.session) takeName(member, name);
    const stream = link.open(0);
    if (isPublicDialect && clientType === 'agent') announceSessions(member);
    greet(member, false);
    return eventStream(stream);
  }

  /** The public server's clients choose their own id; a page that comes again under it replaces the one before. */
  function takeName(member: Member, name: string): void {
    const before = directory.find(name, member.principal.owner);
    if (before) {
      const error = {
        code: -32001,
        message: 'Connection lost',
        data: { btcpCode: 'CONNECTION_LOST', reason: 'replaced' },
      };
      before.page.link?.send(JSON.stringify({ jsonrpc: '2.0', error, id: 'disconnect' }));
      before.page.link?.close(1000, 'replaced');
      hall.remove(before.page, 'replaced');
    }
    if (member.session) directory.name(member.session, name);
  }

  function announceSessions(member: Member): void {
    const sessions = directory.sessionsOf(member.principal.owner).map((session) => session.describe());
    member.link?.send(JSON.stringify({ jsonrpc: '2.0', id: 'sessions', result: { sessions } }));
  }

  function greet(member: Member, resumed: boolean): void {
    const params = { clientId: member.id, clientType: member.clientType, ...router.welcome(member, resumed) };
    member.link?.send(JSON.stringify({ jsonrpc: '2.0', method: 'connected', params }));
  }

  async function takeMessage(request: Request, url: URL, principal: Principal): Promise<Response> {
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      return reply(415, { error: 'the content type must be application/json' });
    const member = senderOf(request, url, principal);
    if (!member) return reply(404, { error: 'no such client: open the event stream first' });
    // Up to three bytes per character: a message that is only a little too large is answered by the protocol.
    const text = await readBody(request, limits.messageSize * 3);
    if (text === undefined) return reply(413, { error: 'the message is too large' });
    const sequence = Number(request.headers.get('btcp-sequence') ?? 0);
    // Sent again because our answer to the first time was lost.
    if (sequence > 0 && sequence <= member.lastSequence) return reply(200, { success: true });
    member.lastSequence = sequence || member.lastSequence;
    const refused = member.receive(text);
    // Its goodbye was overtaken by the end of its stream.
    if (member.isLeaving && member.farewell) hall.depart(member, true);
    if (!refused) return reply(200, { success: true });
    return refused === 'BUSY' ? reply(429, { error: 'too many messages' }) : reply(400, { error: 'not a message' });
  }

  function senderOf(request: Request, url: URL, { owner }: Principal): Member | undefined {
    const clientId = request.headers.get('btcp-client') ?? url.searchParams.get('clientId');
    const member = clientId
      ? directory.members.get(clientId)
      : directory.find(url.searchParams.get('sessionId'), owner)?.page;
    return member?.principal.owner === owner && streams.has(member) ? member : undefined;
  }

  return { fetch };
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
