import type { AddressInfo } from 'node:net';
import { encodeFrame, LIVE_SUBPROTOCOL, type LiveMessage, type ViewerMessage } from '@btcp/protocol';
import { type WebSocket, WebSocketServer } from 'ws';

/** The far end of a viewer, by hand: it says what a test wants, and keeps what it hears. */
export interface StreamServer extends AsyncDisposable {
  /** `ws://127.0.0.1:PORT/`. */
  url: string;
  port: number;
  /** The addresses and subprotocols that connections came with, oldest first. */
  connections: { url: string; protocols: string[] }[];
  received: ViewerMessage[];
  /** How many connections are open now. */
  readonly openCount: number;
  send(message: LiveMessage): void;
  sendFrame(image: Uint8Array, sequence: number, tab?: number): void;
  /** What makes a viewer the driver of one tab, at this size of the page. */
  greet(how?: { isDriving?: boolean; width?: number; height?: number; viewer?: string }): void;
  /** Waits until the viewer has sent such a message, takes it out and all before it. */
  take<Type extends ViewerMessage['type']>(
    type: Type,
    matches?: (message: Extract<ViewerMessage, { type: Type }>) => boolean,
  ): Promise<Extract<ViewerMessage, { type: Type }>>;
  connected(count: number): Promise<void>;
  close(code: number): void;
}

export async function startStream(): Promise<StreamServer> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => offered.has(LIVE_SUBPROTOCOL) && LIVE_SUBPROTOCOL,
  });
  await new Promise((resolve) => server.on('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const connections: StreamServer['connections'] = [];
  const received: ViewerMessage[] = [];
  let socket: WebSocket | undefined;
  server.on('connection', (accepted, request) => {
    socket = accepted;
    const protocols = String(request.headers['sec-websocket-protocol']).split(/,\s*/);
    connections.push({ url: request.url ?? '', protocols });
    accepted.on('message', (data) => received.push(JSON.parse(String(data))));
  });
  const send: StreamServer['send'] = (message) => socket?.send(JSON.stringify(message));
  return {
    url: `ws://127.0.0.1:${port}/`,
    port,
    connections,
    received,
    get openCount() {
      return server.clients.size;
    },
    send,
    sendFrame(image, sequence, tab = 1) {
      socket?.send(encodeFrame({ sequence, captured: Date.now(), tab, isReplay: false, image }));
    },
    greet({ isDriving = false, width = 1280, height = 720, viewer = 'v1' } = {}) {
      const tab = 't1';
      const url = 'https://shop.example/basket';
      send({ type: 'hello', pass: 'pass', viewer, role: 'control', session: 'demo' });
      send({ type: 'tabs', tabs: [{ id: tab, url, title: 'Basket', active: true }], watching: tab, isFollowing: true });
      const offsets = { offsetTop: 0, scrollOffsetX: 0, scrollOffsetY: 0 };
      send({ type: 'metadata', tab, deviceWidth: width, deviceHeight: height, pageScaleFactor: 1, ...offsets });
      send({ type: 'history', tab, url, canGoBack: true, canGoForward: false });
      const holder = isDriving ? ({ kind: 'viewer', viewer } as const) : ({ kind: 'agent' } as const);
      send({ type: 'control', control: { holder, epoch: 1, reason: 'start', isPrivate: false, request: null } });
    },
    async take(type, matches = () => true) {
      type Wanted = Extract<ViewerMessage, { type: typeof type }>;
      const isWanted = (message: ViewerMessage): message is Wanted =>
        message.type === type && matches(message as Wanted);
      const index = await poll(() => {
        const found = received.findIndex(isWanted);
        return found < 0 ? undefined : found;
      });
      return received.splice(0, index + 1).at(-1) as Wanted;
    },
    connected: async (count) => void (await poll(() => (connections.length >= count ? true : undefined))),
    close: (code) => socket?.close(code),
    async [Symbol.asyncDispose]() {
      for (const open of server.clients) open.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Probes until there is a value. */
export async function poll<Value>(probe: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
