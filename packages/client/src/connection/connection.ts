import {
  createPeer,
  isObject,
  type JSONRPCPacket,
  MAX_FRAME_SIZE,
  METHOD_NOT_FOUND,
  type Peer,
  type PeerOptions,
  PROTOCOL_VERSION,
  RpcError,
  type Welcome,
} from '@btcp/protocol';
import type { ConnectionStatus } from '../contract/client.js';
import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Transport } from '../contract/transport.js';
import { backoffDelay } from '../timing/backoff.js';
import { withDeadline } from '../timing/with-deadline.js';
import type { Emitter } from './emitter.js';
import { createHeartbeat } from './heartbeat.js';

/** A network that swallows everything must not hold up the next attempt. */
const CONNECT_TIMEOUT = 10_000;

export interface Connection {
  readonly peer: Peer;
  status(): ConnectionStatus;
  /** From the handshake to the end of the connection. */
  isOpen(): boolean;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  send(message: JSONRPCPacket): Promise<void>;
}

/** Keeps one client connected: handshake, heartbeat, reconnecting, and the peer that outlives each connection. */
export function createConnection(
  options: BTCPClientOptions,
  transport: Transport,
  { emit, fail }: Emitter,
  handle: PeerOptions['handle'],
  onOpen: () => Promise<void>,
): Connection {
  const {
    serverUrl,
    auth,
    clientType = 'browser',
    metadata = {},
    reconnectInterval = 1000,
    maxReconnectAttempts = Number.POSITIVE_INFINITY,
    maxMessageSize = MAX_FRAME_SIZE,
  } = options;
  let status: ConnectionStatus = 'disconnected';
  let isOpen = false;
  /** Answers that were ready while there was no connection. */
  let outbox: JSONRPCPacket[] = [];
  let session: Partial<Welcome> = {};
  let opening: Promise<void> | undefined;
  /** Counts what was ended: an opening of an earlier life must not touch the next. */
  let life = 0;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const peer = createPeer({ send, handle, onProblem: (error) => fail(error, 'message') });
  const heartbeat = createHeartbeat(peer, options.heartbeatInterval ?? 25_000, drop);
  transport.onMessage(receive);
  transport.onClose?.(lose);

  async function connect(): Promise<void> {
    if (status === 'connected') return;
    clearTimeout(timer);
    opening ??= open();
    return opening;
  }

  async function open(): Promise<void> {
    const own = life;
    const check = () => {
      if (own !== life) throw new RpcError('CONNECTION_LOST', 'disconnected');
    };
    if (status !== 'reconnecting') setStatus('connecting');
    try {
      const token = await (typeof auth?.token === 'function' ? auth.token() : auth?.token);
      check();
      const connecting = () => transport.connect(addressOf(serverUrl), { token, clientType, maxMessageSize });
      await shakeHands(await withDeadline(CONNECT_TIMEOUT, connecting));
      check();
      isOpen = true;
      await onOpen();
      check();
      opening = undefined;
    } catch (thrown) {
      if (own === life) {
        opening = undefined;
        isOpen = false;
        void transport.disconnect();
        if (status === 'connecting') setStatus('disconnected');
      }
      fail(thrown, 'connect');
      // Whoever asked for this attempt, the next is made without being asked.
      if (status === 'reconnecting' && !opening) plan();
      throw thrown;
    }
    attempt = 0;
    heartbeat.start();
    setStatus('connected');
    emit('connect', { sessionId: session.sessionId ?? '' });
  }

  async function shakeHands(greeting: unknown): Promise<void> {
    // A server that greets without a version has never heard of `hello`.
    if (isObject(greeting) && (greeting.resumed || !greeting.version)) return accept(greeting);
    const { sessionId, resumeToken } = session;
    const answered = outbox.flat().map((message) => 'id' in message && message.id);
    const resume = resumeToken && { sessionId, resumeToken, calls: [...peer.answering(), ...answered] };
    const params = { clientType, version: PROTOCOL_VERSION, metadata, ...resume };
    const hello = peer.request('hello', params, { id: 'hello', timeout: CONNECT_TIMEOUT });
    // Nothing is known of a server that does not know the word; any other failure is one.
    accept(Object(await hello.catch(({ code }) => code === METHOD_NOT_FOUND || hello)));
  }

  function accept(welcome: Partial<Welcome>): void {
    if (!welcome.resumed) forget('not resumed');
    session = { ...session, ...welcome };
    for (const message of outbox.splice(0)) transport.send(message).catch(() => {});
  }

  async function send(message: JSONRPCPacket): Promise<void> {
    const isAnswer = () => [message].flat().every((single) => !('method' in single));
    if (status === 'reconnecting' && !isOpen && !transport.isDurable && isAnswer()) outbox.push(message);
    else await transport.send(message);
  }

  function receive(packet: JSONRPCPacket): void {
    if (status === 'connected') heartbeat.start();
    for (const message of [packet].flat()) emit('message', message);
    peer.receive(packet);
  }

  function lose(event: { reason: string; code: number }): void {
    const wasConnected = status === 'connected';
    heartbeat.stop();
    isOpen = false;
    if (!wasConnected || !transport.isDurable) peer.failRequests(new RpcError('CONNECTION_LOST', event.reason));
    if (!wasConnected) return;
    if (options.autoReconnect === false) end(event.reason);
    else plan();
    emit('disconnect', event);
  }

  function plan(): void {
    clearTimeout(timer);
    if (attempt < maxReconnectAttempts) {
      setStatus('reconnecting');
      timer = setTimeout(retry, backoffDelay(attempt, reconnectInterval));
    } else {
      end('gave up');
      fail(new RpcError('CONNECTION_LOST', 'gave up'), 'reconnect');
    }
  }

  function retry(): void {
    emit('reconnect', { attempt: ++attempt });
    connect().catch(() => {});
  }

  /** The network may be back: tries again at once, or makes sure that the server is still there. */
  function hurry(): void {
    if (status === 'connected') heartbeat.beat();
    else if (status === 'reconnecting' && !opening) retry();
  }

  function end(reason: string): void {
    clearTimeout(timer);
    heartbeat.stop();
    attempt = 0;
    life++;
    opening = undefined;
    isOpen = false;
    forget(reason);
    setStatus('disconnected');
  }

  function drop(): void {
    void transport.disconnect();
    lose({ reason: 'no answer', code: 1006 });
  }

  /** Tells the server that this session does not come back. */
  function leave(): void {
    if (transport.isConnected) transport.send({ jsonrpc: '2.0', method: 'session/leave' }).catch(() => {});
    session = {};
  }

  /** A page that is left may be kept, asleep, for going back: it would be called and never answer. */
  function sleep(): void {
    leave();
    drop();
  }

  /** Nothing of the old session matters any more: neither our calls nor those that we were answering. */
  function forget(reason: string): void {
    const error = new RpcError('CONNECTION_LOST', reason);
    outbox = [];
    peer.failRequests(error);
    peer.abandon(error);
  }

  function setStatus(next: ConnectionStatus): void {
    if (status === next) return;
    status = next;
    // A client that nobody has connected leaves no trace, so that one can be made and thrown away.
    const listen = globalThis[next === 'disconnected' ? 'removeEventListener' : 'addEventListener'];
    listen?.('online', hurry);
    listen?.('pagehide', sleep);
    emit('status:change', { status });
  }

  return {
    peer,
    status: () => status,
    isOpen: () => isOpen,
    connect,
    send,
    async disconnect() {
      const wasConnected = status === 'connected';
      leave();
      end('disconnected');
      await transport.disconnect();
      if (wasConnected) emit('disconnect', { reason: 'disconnected', code: 1000 });
    },
  };
}

/** A bare origin means the server's usual path. */
function addressOf(serverUrl: string): string {
  const url = new URL(serverUrl);
  if (url.pathname === '/') url.pathname = '/btcp';
  return url.href;
}
