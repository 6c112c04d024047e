import { MAX_FRAME_SIZE } from '@btcp/protocol';

/** How much one broker, one page and one connection may take. */
export interface Limits {
  /** Largest message either way, in characters. */
  messageSize: number;
  /** Open connections of all kinds. */
  connections: number;
  agentsPerPage: number;
  toolsPerPage: number;
  /** Bytes that may wait for a slow reader before it is cut. */
  backlog: number;
  /** Messages per second that a member may send on average; ten seconds' worth at once. */
  messagesPerSecond: number;
  /** Calls that a member may have under way at once. */
  callsAtOnce: number;
}

export const DEFAULT_LIMITS: Limits = {
  messageSize: MAX_FRAME_SIZE,
  connections: 2000,
  agentsPerPage: 32,
  toolsPerPage: 256,
  backlog: 32 * 1024 * 1024,
  messagesPerSecond: 5000,
  callsAtOnce: 2000,
};

/** A bucket that refills over time: false when the sender should slow down. */
export function createRateLimit(perSecond: number): () => boolean {
  const most = perSecond * 10;
  let left = most;
  let last = Date.now();
  return () => {
    const now = Date.now();
    left = Math.min(most, left + ((now - last) / 1000) * perSecond) - 1;
    last = now;
    return left >= 0;
  };
}
