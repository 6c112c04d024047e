import type { ServerContext } from '@modelcontextprotocol/server';

/** Often enough that a client with a short deadline knows the call is alive, and rarely enough to cost nothing. */
const INTERVAL_MS = 2_000;

/** Tells the client of a long call that it goes on, where the client has asked to be told. */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  name: string,
  run: (tell: (message: string) => void) => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return run(() => {});
  const start = Date.now();
  let progress = 0;
  const tell = (message: string) => {
    // It must grow with every message, and two may fall into one second.
    progress = Math.max(progress + 1, Math.round((Date.now() - start) / 1_000));
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
  const timer = setInterval(
    () => tell(`${name} is at work for ${Math.round((Date.now() - start) / 1_000)} seconds.`),
    INTERVAL_MS,
  );
  try {
    return await run(tell);
  } finally {
    clearInterval(timer);
  }
}
