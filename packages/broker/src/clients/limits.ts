import { MAX_FRAME_SIZE } from '@btcp/protocol';

/** How much one broker, one page and one connection may take. */
export interface Limits {
  /** In characters, either way. */
  messageSize: number;
  connections: number;
  agentsPerPage: number;
  toolsPerPage: number;
  /** Of all tools of a page, and of what it says of itself, in characters of JSON. */
  toolListSize: number;
  metadataSize: number;
  /** Bytes that may wait for a slow reader before it is disconnected. */
  backlog: number;
  /** On average; a burst may use up ten seconds' worth at once. */
  messagesPerSecond: number;
  callsAtOnce: number;
}

export const DEFAULT_LIMITS: Limits = {
  messageSize: MAX_FRAME_SIZE,
  connections: 2000,
  agentsPerPage: 32,
  toolsPerPage: 256,
  toolListSize: 1_000_000,
  metadataSize: 16_000,
  backlog: 32 * 1024 * 1024,
  messagesPerSecond: 5000,
  callsAtOnce: 2000,
};
