export interface SilenceTimer {
  reset(): void;
  retry(): void;
  stop(): void;
}

const DEAD_FACTOR = 4;

/** A stream sends heartbeats even if the page does not change. */
export function createSilenceTimer(
  staleAfter: number,
  { onStale, onDead }: { onStale(seconds: number): void; onDead(): void },
): SilenceTimer {
  let lastMessage = Date.now();
  let lastAttempt = lastMessage;
  const timer = setInterval(
    () => {
      const now = Date.now();
      if (now - lastMessage < staleAfter) return;
      onStale(Math.max(1, Math.floor((now - lastMessage) / 1000)));
      if (now - Math.max(lastMessage, lastAttempt) >= staleAfter * DEAD_FACTOR) onDead();
    },
    Math.min(1000, staleAfter),
  );
  return {
    reset() {
      lastMessage = Date.now();
      onStale(0);
    },
    retry() {
      lastAttempt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}
