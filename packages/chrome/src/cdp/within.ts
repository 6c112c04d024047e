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
