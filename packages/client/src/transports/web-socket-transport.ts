import { formatFrame, RpcError } from '@btcp/protocol';
import type { Transport } from '../contract/transport.js';
import { receiveFrame } from './frame.js';

/** The part of a WebSocket that is used; also satisfied by the package `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code: number): void;
}

/** The options of a WebSocket transport. */
export interface WebSocketTransportOptions {
  /** Where there is no global WebSocket. */
  WebSocket?: new (
    url: string,
    protocols: string[],
  ) => WebSocketLike;
}

/** Sends one message per text frame; the token is a subprotocol because a page cannot set headers. */
export function webSocketTransport(options: WebSocketTransportOptions = {}): Transport {
  let socket: WebSocketLike | undefined;
  let size: number;
  let deliver: Parameters<Transport['onMessage']>[0];
  let onEnd: Parameters<NonNullable<Transport['onClose']>>[0];

  const transport: Transport = {
    get isConnected() {
      return socket?.readyState === 1;
    },
    connect: (url, { token, maxMessageSize }) =>
      new Promise<void>((resolve, reject) => {
        size = maxMessageSize;
        const protocols = token ? ['btcp.v1', `bearer.${encodeURIComponent(token)}`] : [];
        const own: WebSocketLike = new (options.WebSocket ?? WebSocket)(url.replace(/^http/, 'ws'), protocols);
        socket = own;
        own.onopen = () => resolve();
        own.onerror = () => {};
        own.onmessage = ({ data }: { data: string }) =>
          socket === own && receiveFrame(data, size, deliver, transport.send);
        own.onclose = ({ reason, code }: { reason: string; code: number }) => {
          reject(new RpcError('CONNECTION_LOST', `${url} ${code} ${reason}`));
          if (socket === own) onEnd({ reason, code });
        };
      }),
    async disconnect() {
      socket?.close(1000);
      socket = undefined;
    },
    async send(message) {
      if (!transport.isConnected) throw new RpcError('CONNECTION_LOST', 'not connected');
      socket?.send(formatFrame(message, size));
    },
    onMessage(handler) {
      deliver = handler;
    },
    onClose(handler) {
      onEnd = handler;
    },
  };
  return transport;
}
