/** Waits for work at most this long; `late` gives the value, or throws, when the time is over. */
export async function within<T>(work: Promise<T>, milliseconds: number, late: () => T | Promise<T>): Promise<T> {
  let timer: unknown;
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  try {
    const outcome = await Promise.race([work.then((value) => ({ value })), limit]);
    return outcome === 'late' ? await late() : outcome.value;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for work until the signal is aborted, and fails with its reason then. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits a while; fails when the signal is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: unknown;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await untilAborted(passed, signal).finally(() => clearTimeout(timer));
}
