import { createPeer, isResponse, type JSONRPCPacket, type Peer, type PeerOptions, RpcError } from '@btcp/protocol';
import type { ConnectionStatus } from '../contract/client.js';
import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Transport } from '../contract/transport.js';
import type { Emitter } from './emitter.js';
import { createHeartbeat } from './heartbeat.js';
import { createRetries } from './retries.js';
import { type Answer, createSession } from './session.js';
import { createStatus } from './status.js';

export interface Connection {
  readonly peer: Peer;
  status(): ConnectionStatus;
  isOpen(): boolean;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  send(message: JSONRPCPacket): Promise<void>;
}

export function createConnection(
  options: BTCPClientOptions,
  transport: Transport,
  { emit, fail }: Emitter,
  handle: PeerOptions['handle'],
  onOpen: () => Promise<void>,
): Connection {
  let isOpen = false;
  let opening: Promise<void> | undefined;
  // Aborted at the end: an attempt that is still under way must not touch the next one.
  let ending = new AbortController();
  const peer = createPeer({ send, handle, onProblem: (error) => fail(error, 'message') });
  const session = createSession(options, transport, peer);
  const heartbeat = createHeartbeat(peer, options.heartbeatInterval ?? 25_000, drop);
  const retries = createRetries(options, emit, connect);
  const status = createStatus(emit, {
    online() {
      if (status.is('connected')) heartbeat.beat();
      else if (status.is('reconnecting') && !opening) retries.start(0);
    },
    // The browser may keep a page that was left asleep: calls to it would never be answered.
    pagehide() {
      session.leave();
      drop();
    },
  });
  transport.onMessage(receive);
  transport.onClose?.(lose);

  async function connect(): Promise<void> {
    if (status.is('connected')) return;
    retries.stop();
    opening ??= open(ending.signal);
    return opening;
  }

  async function open(signal: AbortSignal): Promise<void> {
    if (!status.is('reconnecting')) status.set('connecting');
    try {
      const sessionId = await session.connect(signal);
      signal.throwIfAborted();
      isOpen = true;
      await onOpen();
      signal.throwIfAborted();
      opening = undefined;
      retries.clear();
      heartbeat.start();
      status.set('connected');
      emit('connect', { sessionId });
    } catch (thrown) {
      if (!signal.aborted) {
        opening = undefined;
        isOpen = false;
        void transport.disconnect();
      }
      fail(thrown, 'connect');
      if (!signal.aborted && !opening) {
        // The first connection is retried like a lost one.
        if (status.is('connecting') && options.autoReconnect === false) status.set('disconnected');
        else reconnect();
      }
      throw thrown;
    }
  }

  async function send(message: JSONRPCPacket): Promise<void> {
    if (status.is('reconnecting') && !isOpen && !transport.isDurable && isAnswer(message)) session.hold(message);
    else await transport.send(message);
  }

  function receive(packet: JSONRPCPacket): void {
    if (status.is('connected')) heartbeat.start();
    for (const message of [packet].flat()) emit('message', message);
    peer.receive(packet);
  }

  function lose(event: { reason: string; code: number }): void {
    heartbeat.stop();
    isOpen = false;
    const wasConnected = status.is('connected');
    if (!wasConnected || !transport.isDurable) peer.failRequests(new RpcError('CONNECTION_LOST', event.reason));
    if (!wasConnected) return;
    if (options.autoReconnect === false) end(event.reason);
    else reconnect();
    emit('disconnect', event);
  }

  function drop(): void {
    void transport.disconnect();
    lose({ reason: 'no answer', code: 1006 });
  }

  function reconnect(): void {
    if (retries.start()) status.set('reconnecting');
    else fail(end('gave up'), 'reconnect');
  }

  function end(reason: string): RpcError {
    const error = new RpcError('CONNECTION_LOST', reason);
    ending.abort(error);
    ending = new AbortController();
    opening = undefined;
    isOpen = false;
    retries.clear();
    heartbeat.stop();
    session.abandon(error);
    status.set('disconnected');
    return error;
  }

  return {
    peer,
    status: status.get,
    isOpen: () => isOpen,
    connect,
    send,
    async disconnect() {
      const wasConnected = status.is('connected');
      session.leave();
      end('disconnected');
      await transport.disconnect();
      if (wasConnected) emit('disconnect', { reason: 'disconnected', code: 1000 });
    },
  };
}

function isAnswer(packet: JSONRPCPacket): packet is Answer {
  return [packet].flat().every(isResponse);
}
