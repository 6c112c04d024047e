/** Follows the signs of life of a stream. */
export interface Pulse {
  /** Something came: the picture is current. */
  beat(): void;
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
  let isDead = false;
  const timer = setInterval(
    () => {
      const silence = Date.now() - last;
      if (silence < staleAfter) return;
      events.onAge(Math.max(1, Math.floor(silence / 1000)));
      if (isDead || silence < staleAfter * DEAD_FACTOR) return;
      isDead = true;
      events.onDead();
    },
    Math.min(1000, staleAfter),
  );
  return {
    beat() {
      last = Date.now();
      isDead = false;
      events.onAge(0);
    },
    stop: () => clearInterval(timer),
  };
}
