import type { BrowserEngine, BrowserSession } from '@btcp/tools';

/** Loads an engine with its first browser: answering what tools there are needs none. */
export class LateEngine implements BrowserEngine {
  readonly #load: () => Promise<BrowserEngine>;
  #engine: Promise<BrowserEngine> | undefined;

  constructor(load: () => Promise<BrowserEngine>) {
    this.#load = load;
  }

  load(): Promise<BrowserEngine> {
    this.#engine ??= this.#load();
    return this.#engine;
  }

  async open(...opening: Parameters<BrowserEngine['open']>): Promise<BrowserSession> {
    return (await this.load()).open(...opening);
  }

  async close(): Promise<void> {
    await (await this.#engine)?.close();
  }
}
