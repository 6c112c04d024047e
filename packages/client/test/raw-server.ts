import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BTCPClientOptions, createMemoryPair, webSocketTransport } from '@btcp/client';
import { WebSocket, WebSocketServer } from 'ws';

/** The other end of a client, by hand: what it sends is text of our choice, what it gets is kept as it came. */
export interface RawServer extends AsyncDisposable {
  options: Pick<BTCPClientOptions, 'serverUrl' | 'transport'>;
  /** Everything that the client sent, parsed. */
  received: unknown[];
  send(text: string): void;
  /** The next message of the client, but for its greeting and registrations. */
  next(): Promise<unknown>;
}

export const TRANSPORTS = ['websocket', 'http-streaming', 'memory'] as const;

export function startRawServer(kind: (typeof TRANSPORTS)[number]): Promise<RawServer> {
  if (kind === 'memory') return startMemory();
  return kind === 'websocket' ? startWebSocket() : startHttp();
}

// Keeps everything; hands out in order what the test itself has to answer or look at.
function createInbox(): { received: unknown[]; take(message: unknown): void; next(): Promise<unknown> } {
  const received: unknown[] = [];
  const unread: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  return {
    received,
    take(message) {
      received.push(message);
      if (usualAnswer(message)) return;
      const waiter = waiting.shift();
      if (waiter) waiter(message);
      else unread.push(message);
    },
    next: () => (unread.length > 0 ? Promise.resolve(unread.shift()) : new Promise((resolve) => waiting.push(resolve))),
  };
}

// Answers like a server that has never heard of `hello`, and takes every tool.
function usualAnswer(message: unknown): string | undefined {
  const { method, id } = Object(message);
  if (method === 'hello') return JSON.stringify({ jsonrpc: '2.0', error: { code: -32601, message: 'Unknown' }, id });
  return method === 'tools/register' ? JSON.stringify({ jsonrpc: '2.0', result: { registered: 1 }, id }) : undefined;
}

async function startWebSocket(): Promise<RawServer> {
  const inbox = createInbox();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.on('listening', resolve));
  let socket: WebSocket | undefined;
  server.on('connection', (accepted) => {
    socket = accepted;
    accepted.on('message', (data) => {
      const message: unknown = JSON.parse(String(data));
      const answer = usualAnswer(message);
      if (answer) accepted.send(answer);
      inbox.take(message);
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...inbox,
    options: { serverUrl: `ws://127.0.0.1:${port}`, transport: webSocketTransport({ WebSocket }) },
    send: (text) => socket?.send(text),
    async [Symbol.asyncDispose]() {
      for (const open of server.clients) open.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Speaks like the public server: client-chosen session, a greeting without a version, ids in the query.
async function startHttp(): Promise<RawServer> {
  const inbox = createInbox();
  let write: (text: string) => void = () => {};
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const sessionId = url.searchParams.get('sessionId');
    if (url.pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write = (text) => response.write(`${text.replace(/^/gm, 'data: ')}\n\n`);
      const params = { clientId: 'btcp-1-1', sessionId, clientType: 'browser' };
      write(JSON.stringify({ jsonrpc: '2.0', method: 'connected', params }));
    } else if (url.pathname === '/message' && sessionId && url.searchParams.get('clientId') === 'btcp-1-1') {
      const message: unknown = JSON.parse(await bodyOf(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
      const answer = usualAnswer(message);
      if (answer) write(answer);
      inbox.take(message);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...inbox,
    options: { serverUrl: `http://127.0.0.1:${port}` },
    send: (text) => write(text),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function startMemory(): Promise<RawServer> {
  const inbox = createInbox();
  const [near, far] = createMemoryPair();
  await far.connect('memory:', { clientType: 'agent', maxMessageSize: 1 });
  far.onMessage((message) => {
    const answer = usualAnswer(message);
    if (answer) void far.send(JSON.parse(answer));
    inbox.take(message);
  });
  return {
    ...inbox,
    options: { serverUrl: 'memory:', transport: near },
    send: (text) => void far.send(JSON.parse(text)),
    [Symbol.asyncDispose]: () => far.disconnect(),
  };
}
