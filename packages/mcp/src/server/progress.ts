export type Notify = (notification: {
  method: 'notifications/progress';
  params: { progressToken: string | number; progress: number; message: string };
}) => Promise<void>;

// Frequent enough for clients with a short deadline.
const INTERVAL_MS = 2_000;

export async function withProgress<T>(
  { token: progressToken, notify }: { token: string | number; notify: Notify },
  name: string,
  run: (report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const start = Date.now();
  let progress = 0;
  const report = (message: string) => {
    // Progress must grow with every message, and two may be sent in one second.
    progress = Math.max(progress + 1, Math.round((Date.now() - start) / 1_000));
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
  const timer = setInterval(
    () => report(`${name} has been running for ${Math.round((Date.now() - start) / 1_000)} seconds.`),
    INTERVAL_MS,
  );
  try {
    return await run(report);
  } finally {
    clearInterval(timer);
  }
}
