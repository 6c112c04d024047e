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
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, outer ?? controller.signal]);
    const timer = setTimeout(() => controller.abort(new RpcError('TIMEOUT', `after ${timeout} ms`)), timeout);
    signal.addEventListener('abort', () => reject(signal.reason));
    new Promise<Result>((done) => done(work(signal))).then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
