import { RpcError } from '@btcp/protocol';
import type { BTCPEvent, BTCPEventPayloads, EventHandler, Unsubscribe } from '../contract/client.js';

export interface Emitter {
  on<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): Unsubscribe;
  off<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): void;
  emit<Event extends BTCPEvent>(event: Event, payload: BTCPEventPayloads[Event]): void;
  fail(thrown: unknown, context: string): void;
  clear(): void;
}

type Listener = { event: BTCPEvent; handler: (payload: never) => void };

/** A handler that throws affects neither other handlers nor the client. */
export function createEmitter(): Emitter {
  let listeners: Listener[] = [];

  const off: Emitter['off'] = (event, handler) => {
    listeners = listeners.filter((listener) => listener.event !== event || listener.handler !== handler);
  };

  const emit: Emitter['emit'] = (event, payload) => {
    for (const listener of listeners) {
      try {
        // The handler was registered for this event.
        if (listener.event === event) listener.handler(payload as never);
      } catch (thrown) {
        if (event === 'error') console.error(thrown);
        else fail(thrown, event);
      }
    }
  };

  const fail: Emitter['fail'] = (thrown, context) => emit('error', { error: RpcError.from(thrown), context });

  return {
    on(event, handler) {
      listeners.push({ event, handler });
      return () => off(event, handler);
    },
    off,
    emit,
    fail,
    clear() {
      listeners = [];
    },
  };
}
