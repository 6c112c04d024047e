import { formatFrame, MAX_FRAME_SIZE, RpcError } from '@btcp/protocol';
import type { Transport } from '../contract/transport.js';
import { receiveFrame } from './frame.js';

interface End extends Transport {
  isConnected: boolean;
  receive(text: string): void;
  lose(): void;
}

/**
 * Creates two transports connected to each other, for an agent in the same page and for tests.
 * @example
 * const [pageEnd, agentEnd] = createMemoryPair();
 * const page = createClient({ serverUrl: 'memory:', transport: pageEnd });
 * const agent = createClient({ serverUrl: 'memory:', transport: agentEnd, clientType: 'agent' });
 */
export function createMemoryPair(): [Transport, Transport] {
  const one: End = createEnd(() => other);
  const other: End = createEnd(() => one);
  return [one, other];
}

function createEnd(other: () => End): End {
  let deliver: Parameters<Transport['onMessage']>[0];
  let onEnd: Parameters<NonNullable<Transport['onClose']>>[0] = () => {};
  const end: End = {
    isConnected: false,
    async connect() {
      end.isConnected = true;
    },
    async disconnect() {
      end.isConnected = false;
      if (other().isConnected) other().lose();
    },
    async send(message) {
      if (!end.isConnected) throw new RpcError('CONNECTION_LOST', 'not connected');
      const text = formatFrame(message);
      queueMicrotask(() => other().receive(text));
    },
    receive(text) {
      receiveFrame(text, MAX_FRAME_SIZE, deliver, end.send);
    },
    lose() {
      end.isConnected = false;
      onEnd({ reason: 'the other end disconnected', code: 1000 });
    },
    onMessage(handler) {
      deliver = handler;
    },
    onClose(handler) {
      onEnd = handler;
    },
  };
  return end;
}
