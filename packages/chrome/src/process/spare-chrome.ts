import type { ChromeProcess } from './chrome-process.js';

const DEFAULT_TIMEOUT_MS = 5 * 60_000;

/** One Chrome that is ready for the next conversation, and is ended when none comes for a while. */
export class SpareChrome {
  readonly #start: () => Promise<ChromeProcess>;
  readonly #timeout: number;
  #starting: Promise<ChromeProcess | undefined> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(start: () => Promise<ChromeProcess>, timeout = DEFAULT_TIMEOUT_MS) {
    this.#start = start;
    this.#timeout = timeout;
  }

  prepare(): void {
    if (this.#starting || this.#isClosed) return;
    // The call that needs a browser reports the failure.
    this.#starting = this.#start().catch(() => undefined);
    this.#timer = setTimeout(() => void this.#end().catch(() => {}), this.#timeout).unref();
  }

  async take(): Promise<ChromeProcess | undefined> {
    const chrome = await this.#taken();
    return chrome?.alive ? chrome : undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    await (await this.#taken())?.end();
  }

  // Before any await: two conversations must never get the same one.
  #taken(): Promise<ChromeProcess | undefined> | undefined {
    const taken = this.#starting;
    this.#starting = undefined;
    clearTimeout(this.#timer);
    return taken;
  }
}
