/** A shutdown that takes longer than this is cut short; Chrome ends with our end of its pipe anyway. */
const SHUTDOWN_LIMIT_MS = 2_500;

/** Resolves at the first Ctrl-C or request to end, and when the server that started this one is gone. */
export async function interrupted(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
  // The second one ends the process at once.
  for (const signal of signals) process.on(signal, () => process.exit(1));
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
}
