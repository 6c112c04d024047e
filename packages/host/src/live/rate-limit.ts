/** Lets so many through per second, and as many at once as come in two. */
export class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond * 2;
  }

  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond * 2, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
