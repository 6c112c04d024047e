import { BtcpError } from '@btcp/protocol';
import { toMilliseconds } from './duration.js';

/** The outcome of work, or an error where it takes longer than the caller allows. */
export async function inTime<T>(work: Promise<T>, timeout: number | string, what: string): Promise<T> {
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const hint = 'Allow more time with timeout, or retry.';
      reject(new BtcpError('timeout', `Timeout after ${say(toMilliseconds(timeout))} waiting for ${what}.`, { hint }));
    }, toMilliseconds(timeout));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function say(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds}ms` : `${milliseconds / 1_000}s`;
}
