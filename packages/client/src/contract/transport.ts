import type { JSONRPCPacket } from '@btcp/protocol';

/** What a transport is told when it connects. */
export interface TransportOptions {
  /** A bearer token. */
  token?: string | undefined;
  clientType: 'browser' | 'agent';
  maxMessageSize: number;
}

/** Moves messages. Ids, answers, timeouts and reconnecting live above it. */
export interface Transport {
  /** May be called again after a disconnect. Resolves with the greeting of a server that greets first. */
  connect(url: string, options: TransportOptions): Promise<unknown>;
  disconnect(): Promise<void>;
  send(message: JSONRPCPacket): Promise<void>;
  /** What the other side sent, parsed; the client checks it before use. */
  onMessage(handler: (message: JSONRPCPacket) => void): void;
  /** Tells of an end that `disconnect` did not ask for. */
  onClose?(handler: (event: { reason: string; code: number }) => void): void;
  readonly isConnected: boolean;
  /** Whether messages outlive a lost connection: sent and received once the session is resumed. */
  readonly isDurable?: boolean;
}
