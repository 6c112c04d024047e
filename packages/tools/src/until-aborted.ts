/** The outcome of work, or the reason of the abort where that comes first: the caller does not wait for what it gave up. */
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

/** Waits a while, unless the caller gives up. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: unknown;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await untilAborted(passed, signal).finally(() => clearTimeout(timer));
}
