/** The time by the clock of NATS, which all members share; between readings it never goes back. */
export class FleetClock {
  #offset = Date.now() - performance.now();

  now(): number {
    return this.#offset + performance.now();
  }

  /** Sets the clock by something that NATS has stored just now. */
  observe(stored: Date): void {
    this.#offset = stored.getTime() - performance.now();
  }
}
