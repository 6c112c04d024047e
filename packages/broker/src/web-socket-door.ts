import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { decide, readRequest } from '@btcp/access';
import { isObject, parseFrame, RpcError } from '@btcp/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Principal } from './access.js';
import type { Hall } from './hall.js';
import { Member } from './member.js';
import { createWebSocketLink } from './web-socket-link.js';

const PATHS = ['/btcp', '/btcp/', '/ws'];

/** Lets members in by WebSocket. */
export function createWebSocketDoor(hall: Hall) {
  const { directory, router, limits, links } = hall;
  const server = new WebSocketServer({
    noServer: true,
    // A frame that is only a little too large is still answered; a flood ends the connection.
    maxPayload: limits.messageSize * 2,
    handleProtocols: (offered) => (offered.has('btcp.v1') ? 'btcp.v1' : ([...offered].find(isBearer) ?? false)),
  });

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query] = (request.url ?? '').split('?');
    if (!PATHS.includes(path)) return false;
    socket.on('error', () => {});
    void admit(request).then(
      (principal) => {
        if (typeof principal === 'number') return refuse(socket, principal);
        server.handleUpgrade(request, socket, head, (webSocket) =>
          enter(webSocket, principal, new URLSearchParams(query)),
        );
      },
      () => refuse(socket, 500),
    );
    return true;
  }

  /** Who it is, or the HTTP status that turns it away. */
  async function admit({ headers }: IncomingMessage): Promise<Principal | number> {
    const decision = await decide(readRequest('GET', headers), hall.rules);
    if (!decision.isAllowed && decision.reason !== 'caller') return 403;
    if (!decision.isAllowed || !decision.caller) return 401;
    return links.size >= limits.connections ? 503 : decision.caller;
  }

  function enter(socket: WebSocket, principal: Principal, query: URLSearchParams): void {
    const link = createWebSocketLink(socket, limits.backlog);
    let member = new Member(principal, link, limits, router.handle);
    directory.add(member);
    links.add(link);
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only');
      const text = String(data);
      member = resumed(member, text) ?? member;
      if (member.receive(text) === 'BUSY') socket.close(1008, 'too many messages');
    });
    socket.on('close', (code) => {
      links.delete(link);
      if (member.link !== link) return;
      member.link = undefined;
      // The answers to an agent's calls have lost their way.
      if (member.clientType === 'agent') member.peer.abandon(new RpcError('CONNECTION_LOST', 'the caller is gone'));
      // 1001: the tab was closed or has left the page.
      hall.depart(member, member.isLeaving || code === 1001);
    });
    const clientType = query.get('clientType');
    try {
      if (clientType === 'browser' || clientType === 'agent') router.identify(member, clientType);
    } catch (thrown) {
      socket.close(1008, RpcError.from(thrown).message);
    }
  }

  /** The earlier self of a member whose first message asks to resume it, with this link in place of the lost one. */
  function resumed(member: Member, text: string): Member | undefined {
    if (member.clientType || !text.includes('"resumeToken"')) return undefined;
    const params = resumeParams(text);
    const earlier = directory.resumable(params?.resumeToken, member.principal.owner);
    if (!params || !earlier || !member.link) return undefined;
    const { link } = member;
    member.link = undefined;
    directory.remove(member, 'resumed');
    earlier.link?.close(1012, 'resumed elsewhere');
    earlier.resume(link, Array.isArray(params.calls) ? params.calls : []);
    return earlier;
  }

  async function close(): Promise<void> {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  return { handleUpgrade, close };
}

function resumeParams(text: string): Record<string, unknown> | undefined {
  try {
    const message = parseFrame(text);
    return isObject(message) && message.method === 'hello' && isObject(message.params) ? message.params : undefined;
  } catch {
    return undefined;
  }
}

function isBearer(protocol: string): boolean {
  return protocol.startsWith('bearer.');
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
