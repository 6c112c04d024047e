const LONGEST_DELAY = 30_000;

/**
 * Milliseconds to wait after as many failed attempts: doubling, capped, and spread over half to one and a half
 * times that, so that the clients of a restarted server do not return all at once.
 */
export function backoffDelay(attempts: number, interval: number): number {
  return Math.min(interval * 2 ** attempts, LONGEST_DELAY) * (0.5 + Math.random());
}
