import { RpcError } from '@btcp/protocol';

/** Runs the work until its time is over or the caller gives up; its signal tells it of both. */
export function withDeadline<Result>(
  timeout: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Given up before it began, as while a person was asked: then nothing is done.
    outer?.throwIfAborted();
    // Not AbortSignal.any: Chrome keeps what it gives for as long as the page lives.
    const controller = new AbortController();
    const { signal } = controller;
    const onAbort = () => controller.abort(outer?.reason);
    const timer = setTimeout(() => controller.abort(new RpcError('TIMEOUT', `after ${timeout} ms`)), timeout);
    signal.addEventListener('abort', () => reject(signal.reason));
    outer?.addEventListener('abort', onAbort);
    new Promise<Result>((done) => done(work(signal))).then(resolve, reject).finally(() => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    });
  });
}
