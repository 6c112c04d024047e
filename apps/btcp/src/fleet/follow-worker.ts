import type { IncomingMessage } from 'node:http';
import type { Placed } from '@btcp/fleet';
import { sleep } from '@btcp/protocol';
import { dataIn, eventBlocks } from '../client/event-blocks.js';
import type { Forwarder } from './forward.js';

export interface FollowedStream {
  forwarder: Forwarder;
  path: string;
  placed(): Placed | undefined;
  onEvent(event: object): void;
  /** The stream has ended, or there is no worker; it is tried again. */
  onBreak?(): void;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
const OK = 200;

/** Follows events of workers until it is stopped, also those of the next worker. */
export function followWorker(stream: FollowedStream): () => void {
  const ending = new AbortController();
  void keepFollowing(stream, ending.signal);
  return () => ending.abort();
}

async function keepFollowing(stream: FollowedStream, signal: AbortSignal): Promise<void> {
  let retry = RETRY_MS;
  while (!signal.aborted) {
    const hasAnswered = await follow(stream, signal).catch(() => false);
    if (signal.aborted) return;
    stream.onBreak?.();
    // One of another version may have no such stream.
    retry = hasAnswered ? RETRY_MS : Math.min(retry * 2, MAX_RETRY_MS);
    await sleep(retry, signal).catch(() => {});
  }
}

async function follow({ forwarder, path, placed, onEvent }: FollowedStream, signal: AbortSignal): Promise<boolean> {
  const worker = placed();
  const asked = { method: 'GET', path, headers: {}, body: undefined, signal };
  const answer = worker && (await forwarder.open(worker, asked));
  if (!answer || 'reason' in answer) return false;
  if (answer.statusCode !== OK) {
    answer.resume();
    return false;
  }
  await report(answer, onEvent, signal).catch(() => {});
  return true;
}

async function report(response: IncomingMessage, onEvent: FollowedStream['onEvent'], signal: AbortSignal) {
  for await (const block of eventBlocks(response)) {
    const data = dataIn(block);
    if (data !== undefined && !signal.aborted) onEvent(Object(JSON.parse(data)));
  }
}
