// Containers are killed ten seconds after they were asked to end.
const SHUTDOWN_LIMIT_MS = 8_000;

export async function interrupted(limit: number = SHUTDOWN_LIMIT_MS): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
  for (const signal of signals) process.on(signal, () => process.exit(1));
  setTimeout(() => process.exit(1), limit).unref();
}
