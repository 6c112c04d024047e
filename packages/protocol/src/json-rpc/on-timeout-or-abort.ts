import { RpcError } from './rpc-error.js';

/** Calls `giveUp` after the timeout or on abort, unless the returned function is called first. */
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
