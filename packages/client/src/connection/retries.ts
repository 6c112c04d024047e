import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Emitter } from './emitter.js';

const MAX_DELAY_MS = 30_000;

export interface Retries {
  start(delay?: number): boolean;
  stop(): void;
  clear(): void;
}

export function createRetries(
  { reconnectInterval = 1000, maxReconnectAttempts = Number.POSITIVE_INFINITY }: BTCPClientOptions,
  emit: Emitter['emit'],
  connect: () => Promise<void>,
): Retries {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retries: Retries = {
    // Random, so that the clients of a restarted server do not return all at once.
    start(delay = Math.min(reconnectInterval * 2 ** attempt, MAX_DELAY_MS) * (0.5 + Math.random())) {
      retries.stop();
      if (attempt >= maxReconnectAttempts) return false;
      timer = setTimeout(() => {
        emit('reconnect', { attempt: ++attempt });
        connect().catch(() => {});
      }, delay);
      return true;
    },
    stop: () => clearTimeout(timer),
    clear() {
      retries.stop();
      attempt = 0;
    },
  };
  return retries;
}
