/** Waits for work at most this long, then returns or throws what `late` does. */
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

/** Waits for work, or fails with the signal's reason once it is aborted. */
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

/** Waits for a time, and fails when the signal is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: unknown;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await (signal ? untilAborted(passed, signal).finally(() => clearTimeout(timer)) : passed);
}
