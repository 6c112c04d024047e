/** What is longer takes a turn of the event loop of its own, in characters or bytes. */
export const MAX_SHARED_TURN: number = 1024 * 1024;

/** Runs in the next turn of the event loop: an immediate alone runs in this one, before others are served. */
export function inNextTurn(run: () => void): void {
  setImmediate(() => setImmediate(run));
}

/** Handles messages in their order, a large one in a turn of its own: receiving it has filled one already. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  take(size: number, handle: () => void): void {
    if (size <= MAX_SHARED_TURN && this.#waiting.length === 0) {
      handle();
      return;
    }
    this.#waiting.push(handle);
    if (this.#waiting.length === 1) inNextTurn(() => this.#next());
  }

  #next(): void {
    try {
      this.#waiting[0]?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) inNextTurn(() => this.#next());
    }
  }
}
