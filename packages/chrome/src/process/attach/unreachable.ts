import { BtcpError } from '@btcp/protocol';
import type { BrowserAddress } from './browser-address.js';

/** A reason in words of ours: messages of others may quote the address, and with it a key. */
export class Unreachable extends Error {}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was broken off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'it does not answer',
};

export function unreachable({ name, folders, url }: BrowserAddress, thrown: unknown): BtcpError {
  const isHere = folders !== undefined || /^(127\.|localhost$|\[::1\]$)/.test(url?.hostname ?? '');
  return new BtcpError('browser_unavailable', `No browser can be reached at ${name}: ${reasonOf(thrown)}.`, {
    hint: isHere
      ? 'Start it with --remote-debugging-port=9222 and a --user-data-dir of its own, or allow remote debugging at chrome://inspect/#remote-debugging. Then call again.'
      : 'Check the address and its key, and call again.',
  });
}

export function refusedWith(status: number): string {
  return status === 401 || status === 403 ? `access was denied (${status})` : `it refused the connection (${status})`;
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof Unreachable) return thrown.message;
  const [, status] = /Unexpected server response: (\d{3})/.exec(String(thrown)) ?? [];
  if (status) return refusedWith(Number(status));
  return REASONS[codeOf(thrown)] ?? 'the connection failed';
}

// Attempts at several addresses of one host come as one error with many inside.
function codeOf(thrown: unknown): string {
  const { code, name, cause, errors } = thrown as NodeJS.ErrnoException & { errors?: unknown[] };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (code !== undefined && Object.hasOwn(REASONS, code)) return code;
  const inner = cause ?? errors?.[0];
  return inner === undefined || inner === thrown ? '' : codeOf(inner);
}
