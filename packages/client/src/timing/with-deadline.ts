import { onTimeoutOrAbort } from '@btcp/protocol';

/** Runs the work until its time is over or the caller gives up; either aborts the signal that the work gets. */
export function withDeadline<Result>(
  timeout: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Not AbortSignal.any: Chrome keeps its signals for as long as the page lives.
    const controller = new AbortController();
    const stop = onTimeoutOrAbort(timeout, outer, (reason) => {
      reject(reason);
      controller.abort(reason);
    });
    (async () => work(controller.signal))().then(resolve, reject).finally(stop);
  });
}
