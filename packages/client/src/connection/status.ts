import type { ConnectionStatus } from '../contract/client.js';
import type { Emitter } from './emitter.js';

export interface Status {
  get(): ConnectionStatus;
  is(status: ConnectionStatus): boolean;
  set(status: ConnectionStatus): void;
}

/** Listens to the page while there is a connection: a client without one can be garbage collected. */
export function createStatus(emit: Emitter['emit'], listeners: Record<'online' | 'pagehide', () => void>): Status {
  let status: ConnectionStatus = 'disconnected';
  return {
    get: () => status,
    is: (other) => status === other,
    set(next) {
      if (status === next) return;
      status = next;
      const listen = globalThis[next === 'disconnected' ? 'removeEventListener' : 'addEventListener'];
      listen?.('online', listeners.online);
      listen?.('pagehide', listeners.pagehide);
      emit('status:change', { status });
    },
  };
}
