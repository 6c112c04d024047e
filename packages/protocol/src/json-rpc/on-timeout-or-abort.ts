import { RpcError } from './rpc-error.js';

/** Calls `giveUp` when the time is over or the signal is aborted, until the function that it returns is called. */
export function onTimeoutOrAbort(
  timeout: number | undefined,
  signal: AbortSignal | undefined,
  giveUp: (reason: unknown) => void,
): () => void {
  signal?.throwIfAborted();
  const onAbort = () => giveUp(signal?.reason);
  const onTimeout = () => giveUp(new RpcError('TIMEOUT', `after ${timeout} ms`));
  const timer = timeout === undefined ? undefined : setTimeout(onTimeout, timeout);
  signal?.addEventListener('abort', onAbort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}
