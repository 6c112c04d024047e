/** Limits the average number of calls per second, and allows the calls of `burstSeconds` at once. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #max: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number, burstSeconds: number) {
    this.#perSecond = perSecond;
    this.#max = perSecond * burstSeconds;
    this.#left = this.#max;
  }

  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#max, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
