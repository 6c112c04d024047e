import { MAX_FRAME_SIZE } from '@btcp/protocol';

/** How much one broker, one page and one connection may take. */
export interface Limits {
  /** Largest message either way, in characters. */
  messageSize: number;
  /** Open connections of all kinds. */
  connections: number;
  agentsPerPage: number;
  toolsPerPage: number;
  /** Bytes that may wait for a slow reader before it is disconnected. */
  backlog: number;
  /** Messages per second that a client may send on average; those of ten seconds at once. */
  messagesPerSecond: number;
  /** Calls that a client may have under way at once. */
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
