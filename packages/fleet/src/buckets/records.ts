import type { ProtocolRange } from '../hop/protocol.js';
import type { Entry } from './bucket.js';

/** Labels of a worker, such as `{ region: 'eu' }`, or those that a session asks for. */
export type FleetLabels = Readonly<Record<string, string>>;

/** The lease of a worker, under its id. */
export interface WorkerRecord {
  url: string;
  slots: number;
  open: number;
  /** `gone` is written by the gateway that found the lease to be over: from then on the worker cannot renew it. */
  state: 'ready' | 'draining' | 'gone';
  labels: FleetLabels;
  version: string;
  protocols?: ProtocolRange;
  /** The revision that began the lease; missing in the write that begins it. */
  epoch?: number;
}

/** Where a session is. Its revision is the fencing token of the owner. */
export interface SessionRecord {
  session: string;
  user: string;
  labels: FleetLabels;
  worker: string;
  epoch: number;
  /** What the worker has to know of who placed it, such as the hosts that a token may open; opaque here. */
  claims?: string;
  restoreFrom?: number;
  /** Its last worker was lost, and no state of it is stored. */
  isLost?: boolean;
  /** The revision that its worker goes on from, with the same browser; missing in a new placement. */
  continues?: number;
}

export interface GatewayRecord {
  version: string;
}

/** Where a connected page is, under its session id. */
export interface PageRecord {
  gateway: string;
  /** What the page offers: encrypted, base64. */
  sealed: string;
}

export interface FileRecord {
  size: number;
  sealed: string;
}

/** What stands in the place of a lease that is over. */
export const GONE: WorkerRecord = { url: '', slots: 0, open: 0, state: 'gone', labels: {}, version: '' };

/** Returns the epoch of a lease: the revision that began it. */
export function epochOf({ value, revision }: Entry<WorkerRecord>): number {
  return value.epoch ?? revision;
}

const MAX_NAME_LENGTH = 512;

/** Returns the key of a session: names have characters that keys must not have. Undefined for a name that is too long. */
export function keyOfSession(session: string): string | undefined {
  if (session === '' || session.length > MAX_NAME_LENGTH) return undefined;
  return Buffer.from(session).toString('base64url');
}
