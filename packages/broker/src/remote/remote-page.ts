import { BtcpError } from '@btcp/protocol';
import type { Followed, PageAnswer, PageCommand, PageCommandOptions, PageLink } from '@btcp/tools';
import type { Broker, ConnectedPage } from '../broker.js';
import { nextPage } from './next-page.js';
import { runCommand } from './run-command.js';

/** How long the page that an action leads to may take to connect. */
const NEXT_PAGE_MS = 10_000;

/** A tab that a person has open: where it is, and the way from one document to the next. */
export class RemotePage implements PageLink {
  readonly #broker: Broker;
  #page: ConnectedPage;
  /** The pages that were there before the last action, until one was seen after it. */
  #before: ConnectedPage[] = [];

  constructor(broker: Broker, page: ConnectedPage) {
    this.#broker = broker;
    this.#page = page;
  }

  get sessionId(): string {
    return this.#page.sessionId;
  }

  get alive(): boolean {
    return !this.#page.hasEnded;
  }

  async where(): Promise<{ url: string; title: string }> {
    return this.#read().catch(async (thrown) => {
      if (BtcpError.from(thrown).code !== 'browser_lost' || this.#before.length === 0) throw thrown;
      // The page had answered the last action before it went where that led.
      const options = { timeout: NEXT_PAGE_MS, signal: new AbortController().signal };
      this.#page = await nextPage(this.#broker, this.#page, this.#before, options);
      return this.#read();
    });
  }

  command(command: PageCommand, options?: PageCommandOptions): Promise<PageAnswer> {
    return runCommand(this.#page, command, options);
  }

  /** Goes on with the document that a command leads to, if that offers to be driven as well. */
  follow(options: { timeout: number; signal: AbortSignal }): (command: PageCommand) => Promise<Followed> {
    const before = this.#broker.pages();
    return async (command) => {
      this.#before = before;
      const answer = await this.command(command, options).catch((thrown) => {
        // The page was faster away than its answer.
        if (BtcpError.from(thrown).code === 'browser_lost') return { leaving: true };
        throw thrown;
      });
      const hasLeft = answer.leaving === true;
      if (hasLeft) this.#page = await nextPage(this.#broker, this.#page, before, options);
      return { answer, hasLeft };
    };
  }

  async #read(): Promise<{ url: string; title: string }> {
    const { url } = await this.command({ action: 'getUrl' });
    const { title } = await this.command({ action: 'getTitle' });
    this.#before = [];
    return { url: String(url), title: String(title) };
  }
}
