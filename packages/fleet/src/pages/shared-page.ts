import { gunzipSync, gzipSync } from 'node:zlib';
import type { ToolInfo } from '@btcp/protocol';
import type { PageRecord } from '../buckets/records.js';
import { seal, unseal } from '../sealing/sealed.js';

/** A connected page as the other servers of a fleet see it. */
export interface SharedPage {
  sessionId: string;
  owner: string;
  origin: string | undefined;
  metadata: unknown;
  tools: ToolInfo[];
  isAway: boolean;
  createdAt: number;
}

// NATS takes messages of a megabyte, and base64 is a third larger.
const MAX_SEALED_BYTES = 700_000;
// What a page offers is at most a million characters.
const MAX_OPENED_BYTES = 8 * 1024 * 1024;

/** Undefined for a page that offers more than a bucket takes. */
export function recordOf(key: Buffer, gateway: string, page: SharedPage): PageRecord | undefined {
  const sealed = seal(key, [gateway, page.sessionId], gzipSync(JSON.stringify(page)));
  return sealed.length > MAX_SEALED_BYTES ? undefined : { gateway, sealed: sealed.toString('base64') };
}

/** Undefined for what no gateway of this fleet has written. */
export function pageIn(key: Buffer, sessionId: string, { gateway, sealed }: PageRecord): SharedPage | undefined {
  try {
    const opened = unseal(key, [gateway, sessionId], Buffer.from(sealed, 'base64'));
    return JSON.parse(gunzipSync(opened, { maxOutputLength: MAX_OPENED_BYTES }).toString());
  } catch {
    return undefined;
  }
}
