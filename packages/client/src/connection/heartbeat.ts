import type { Peer } from '@btcp/protocol';

export interface Heartbeat {
  /** Counts from now: any message is a sign of life. */
  start(): void;
  stop(): void;
  /** Asks at once. */
  beat(): void;
}

/** Notices a peer that is gone without a word: after a while of silence it is asked, and must answer. */
export function createHeartbeat(peer: Peer, interval: number, onDead: () => void): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const beat = () => {
    peer.request('ping', {}, { timeout: Math.min(interval, 10_000) }).catch(({ btcpCode }) => {
      // An error that the server sent is an answer too.
      if (btcpCode === 'TIMEOUT') onDead();
    });
  };
  const start = () => {
    stop();
    if (interval > 0) timer = setTimeout(beat, interval);
  };
  return { start, stop, beat };
}
