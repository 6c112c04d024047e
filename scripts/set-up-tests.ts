import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { afterAll, expect, vi } from 'vitest';
import { chromesOf } from '../test-support/src/chrome-processes.ts';

// A busy machine is slow: every wait for a condition is at least this long. The second that vitest gives is a race.
const PATIENCE_MS = 40_000;

const patient = (options: number | { timeout?: number; interval?: number } = {}) => {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options;
  return { ...others, timeout: Math.max(timeout, PATIENCE_MS) };
};

// Where `localhost` has two addresses, Node leaves the right one after 250 ms, which a busy process may need.
setDefaultAutoSelectFamilyAttemptTimeout(PATIENCE_MS);

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

const environment = { ...process.env };

// Files share a process: what one has changed or started would be found by the next.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  await vi.waitFor(() => expect(chromesOf(process.pid), 'Chromes that this file has left open').toEqual([]));
});
