import type { Peer } from '@btcp/protocol';

const MAX_ANSWER_MS = 10_000;

export interface Heartbeat {
  start(): void;
  stop(): void;
  beat(): void;
}

export function createHeartbeat(peer: Peer, interval: number, onDead: () => void): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heartbeat: Heartbeat = {
    start() {
      heartbeat.stop();
      if (interval > 0) timer = setTimeout(heartbeat.beat, interval);
    },
    stop: () => clearTimeout(timer),
    beat() {
      peer.request('ping', {}, { timeout: Math.min(interval, MAX_ANSWER_MS) }).catch(({ btcpCode }) => {
        // An error from the server is an answer too.
        if (btcpCode === 'TIMEOUT') onDead();
      });
    },
  };
  return heartbeat;
}
