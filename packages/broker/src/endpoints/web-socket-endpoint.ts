import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { decide, readRequest, Turns } from '@btcp/access';
import { isObject, isOverloaded, RpcError } from '@btcp/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { Client } from '../clients/client.js';
import { type Caller, callerOf } from '../clients/principal.js';
import { readFrame } from '../clients/read-frame.js';
import type { Transport } from '../clients/transport.js';
import type { EndpointOptions } from './endpoint-options.js';
import { createMcpPage } from './mcp-page.js';
import { createWebSocketTransport } from './web-socket-transport.js';

const PROTOCOL = 'btcp.v1';
const MCP_PATH = '/mcp';
// The root is what the address of a server behind a path prefix leads to.
const PATHS = ['/btcp', '/btcp/', '/', '/ws', MCP_PATH];

export class WebSocketEndpoint {
  readonly #options: EndpointOptions;
  readonly #server: WebSocketServer;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      // A chunk holds thousands of small messages: others get their turn between them.
      allowSynchronousEvents: false,
      // A frame that is only a little too large is still answered; a flood ends the connection.
      maxPayload: options.limits.messageSize * 2,
      // Never the token: the answer would repeat it.
      handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
    });
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query] = (request.url ?? '').split('?');
    if (!PATHS.includes(path)) return false;
    socket.on('error', () => {});
    void this.#admit(request).then(
      (caller) => {
        if (typeof caller === 'number') return refuse(socket, caller);
        this.#server.handleUpgrade(request, socket, head, (webSocket) =>
          path === MCP_PATH
            ? this.#connectMcp(webSocket, caller)
            : this.#connect(webSocket, caller, new URLSearchParams(query)),
        );
      },
      () => refuse(socket, 500),
    );
    return true;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #admit({ headers }: IncomingMessage): Promise<Caller | number> {
    const { rules, directory, limits } = this.#options;
    const request = readRequest(headers);
    const decision = await decide(request, rules);
    if (!decision.isAllowed && decision.reason !== 'caller') return 403;
    if (!decision.isAllowed || !decision.caller) return 401;
    return directory.transports.size >= limits.connections ? 503 : callerOf(decision.caller, request);
  }

  #connect(socket: WebSocket, caller: Caller, query: URLSearchParams): void {
    const { directory, requests, limits } = this.#options;
    const transport = createWebSocketTransport(socket, limits.backlog);
    let client = new Client({ caller, transport, limits, handle: (...call) => requests.handle(...call) });
    directory.add(client);
    directory.transports.add(transport);
    socket.on('error', () => {});
    const receive = (text: string) => {
      client = this.#resumed(client, caller, text) ?? client;
      if (client.receive(text) === 'BUSY') socket.close(1008, 'too many messages');
    };
    const turns = new Turns();
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only');
      turns.take(data.length, () => receive(String(data)));
    });
    socket.on('close', (code) => turns.take(0, () => this.#disconnected(client, transport, code)));
    const type = query.get('clientType');
    try {
      if (type === 'browser' || type === 'agent') requests.identify(client, type);
    } catch (thrown) {
      socket.close(1008, RpcError.from(thrown).message);
    }
  }

  // A page that is an MCP server. A lost connection is not resumed.
  #connectMcp(socket: WebSocket, caller: Caller): void {
    const { directory, requests, limits } = this.#options;
    const outside = createWebSocketTransport(socket, limits.backlog);
    const transport: Transport = { ...outside, send: (text) => page.fromBroker(text) };
    const client = new Client({ caller, transport, limits, handle: (...call) => requests.handle(...call) });
    const page = createMcpPage(outside.send, (text) => {
      if (client.receive(text) === 'BUSY') socket.close(1008, 'too many messages');
    });
    client.isLeaving = true;
    directory.add(client);
    directory.transports.add(transport);
    socket.on('error', () => {});
    const receive = (text: string) => {
      if (isOverloaded(text)) socket.close(1008, 'too many values');
      else page.fromPage(text);
    };
    const turns = new Turns();
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only');
      turns.take(data.length, () => receive(String(data)));
    });
    socket.on('close', (code) => turns.take(0, () => this.#disconnected(client, transport, code)));
    page.greet();
  }

  #disconnected(client: Client, transport: Transport, code: number): void {
    const { directory } = this.#options;
    directory.transports.delete(transport);
    if (client.transport !== transport) return;
    client.transport = undefined;
    // Nothing could deliver the answers to an agent's calls.
    if (client.type === 'agent') client.peer.abandon(new RpcError('CONNECTION_LOST', 'the caller is gone'));
    // 1001: the tab was closed or has left the page.
    directory.disconnected(client, { isFinal: client.isLeaving || code === 1001 });
  }

  #resumed(client: Client, caller: Caller, text: string): Client | undefined {
    const { directory } = this.#options;
    if (client.type || !text.includes('"resumeToken"')) return undefined;
    const params = resumeParams(text);
    const earlier = directory.resumable(params?.resumeToken, caller);
    const { transport } = client;
    if (!params || !earlier || !transport) return undefined;
    client.transport = undefined;
    directory.remove(client, 'resumed');
    earlier.transport?.close(1012, 'resumed elsewhere');
    earlier.resume(transport, Array.isArray(params.calls) ? params.calls : []);
    return earlier;
  }
}

function resumeParams(text: string): Record<string, unknown> | undefined {
  try {
    const message = readFrame(text);
    return isObject(message) && message.method === 'hello' && isObject(message.params) ? message.params : undefined;
  } catch {
    return undefined;
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
