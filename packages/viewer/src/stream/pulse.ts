/** Follows the signs of life of a stream. */
export interface Pulse {
  /** Something came: the picture is current. */
  beat(): void;
  /** Another connection is tried: it is given time to show life. */
  retry(): void;
  stop(): void;
}

/** Silence of this many times `staleAfter` means that the connection is dead, whatever the socket says. */
const DEAD_FACTOR = 4;

/**
 * A page that stands still sends no pictures, but its stream still says that it lives. So silence, and only silence,
 * makes a picture stale.
 */
export function createPulse(staleAfter: number, events: { onAge(seconds: number): void; onDead(): void }): Pulse {
  let last = Date.now();
  let lastAttempt = last;
  const timer = setInterval(
    () => {
      const now = Date.now();
      if (now - last < staleAfter) return;
      events.onAge(Math.max(1, Math.floor((now - last) / 1000)));
      if (now - Math.max(last, lastAttempt) < staleAfter * DEAD_FACTOR) return;
      events.onDead();
    },
    Math.min(1000, staleAfter),
  );
  return {
    beat() {
      last = Date.now();
      events.onAge(0);
    },
    retry() {
      lastAttempt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}
