/**
 * The time by the clock of NATS, which every member reads: the clocks of machines differ, and are set while servers run.
 * It goes on with the clock of this process, which never goes back.
 */
export class FleetClock {
  #offset = Date.now() - performance.now();

  /** Milliseconds since 1970. */
  now(): number {
    return this.#offset + performance.now();
  }

  /** Sets the clock by something that NATS has stored just now. */
  observe(stored: Date): void {
    this.#offset = stored.getTime() - performance.now();
  }
}
