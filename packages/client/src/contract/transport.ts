import type { JSONRPCPacket } from '@btcp/protocol';

/** What a transport connects with. */
export interface TransportOptions {
  token?: string | undefined;
  clientType: 'browser' | 'agent';
  maxMessageSize: number;
}

/** Sends and receives messages; ids, answers, timeouts and reconnecting are not its concern. */
export interface Transport {
  /** Can be called again after a disconnect. Resolves with the greeting, if the server greets first. */
  connect(url: string, options: TransportOptions): Promise<unknown>;
  disconnect(): Promise<void>;
  send(message: JSONRPCPacket): Promise<void>;
  /** Receives parsed JSON that is not validated. */
  onMessage(handler: (message: JSONRPCPacket) => void): void;
  onClose?(handler: (event: { reason: string; code: number }) => void): void;
  readonly isConnected: boolean;
  /** Whether messages survive a lost connection until the session is resumed. */
  readonly isDurable?: boolean;
}
