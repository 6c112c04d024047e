import { onTimeoutOrAbort } from '@btcp/protocol';

/** Smaller than `within` of protocol. */
export function withDeadline<Result>(
  timeout: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Chrome never frees the signals of AbortSignal.any.
    const controller = new AbortController();
    const stop = onTimeoutOrAbort(timeout, outer, (reason) => {
      reject(reason);
      controller.abort(reason);
    });
    (async () => work(controller.signal))().then(resolve, reject).finally(stop);
  });
}
