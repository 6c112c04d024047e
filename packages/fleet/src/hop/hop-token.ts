import { createHmac, timingSafeEqual } from 'node:crypto';
import { commonProtocol } from './protocol.js';

/** One request of a gateway to a worker. */
export interface Hop {
  session: string;
  revision: number;
  protocol: number;
  worker: string;
  method: string;
  path: string;
  /** What the worker has to know of the caller; opaque here. */
  claims?: string | undefined;
  sessionKey?: string | undefined;
}

// By the clock of the fleet.
const MAX_AGE_MS = 2 * 60_000;

type SignedBody = [
  session: string,
  revision: number,
  signedAt: number,
  claims: string | null,
  protocol: number,
  sessionKey: string | null,
];

/** Signs one request: for this session, revision, worker, method and path, and for a short time. */
export function signHop(key: Buffer, hop: Hop, now: number): string {
  const { session, revision, claims = null, protocol, sessionKey = null } = hop;
  const content: SignedBody = [session, revision, now, claims, protocol, sessionKey];
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${body}.${sign(key, body, hop)}`;
}

/** Returns session and revision of a request that a gateway of this fleet signed, and undefined for any other. */
export function readHop(
  key: Buffer,
  token: string,
  asked: Pick<Hop, 'worker' | 'method' | 'path'>,
  now: number,
): Pick<Hop, 'session' | 'revision' | 'claims' | 'sessionKey'> | undefined {
  const [body = '', signature = '', ...rest] = token.split('.');
  const expected = Buffer.from(sign(key, body, asked));
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The signature proves that a gateway wrote the body.
  const [session, revision, signedAt, claims, protocol, sessionKey] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as SignedBody;
  if (Math.abs(now - signedAt) > MAX_AGE_MS) return undefined;
  if (commonProtocol({ oldest: protocol, newest: protocol }) === undefined) return undefined;
  return { session, revision, ...(claims === null ? {} : { claims }), ...(sessionKey === null ? {} : { sessionKey }) };
}

function sign(key: Buffer, body: string, { worker, method, path }: Pick<Hop, 'worker' | 'method' | 'path'>): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([body, worker, method, path]))
    .digest('base64url');
}
