/** Waits for work no longer than this; the timer goes with the work. */
export async function within<T>(work: Promise<T>, milliseconds: number, late: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late');
  });
  try {
    const outcome = await Promise.race([work.then((value) => ({ value })), limit]);
    return outcome === 'late' ? await late() : outcome.value;
  } finally {
    clearTimeout(timer);
  }
}

/** Throws, where a value is expected. */
export function raise(error: Error): never {
  throw error;
}

/** Waits for work until the caller gives up; how the work ends is nobody's business then. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits a while, unless the caller gives up. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await unlessAborted(passed, signal).finally(() => clearTimeout(timer));
}
