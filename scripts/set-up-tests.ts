import { vi } from 'vitest';

/** A busy machine is slow: who waits is patient, unless told otherwise. The second that vitest gives is a race. */
const PATIENCE_MS = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS);
