import { BtcpError, type PageCommand } from '@btcp/protocol';
import { type CheckedReply, type Followed, type PageCommandOptions, type PageLink, readReply } from '@btcp/tools';
import type { Broker, ConnectedPage } from '../broker.js';
import { nextPage } from './next-page.js';
import { runCommand } from './run-command.js';

/** How long the page that an action leads to may take to connect. */
const NEXT_PAGE_MS = 10_000;

/** A tab that a person has open: the way to its document, and from one document to the next. */
export class RemotePage implements PageLink {
  readonly #broker: Broker;
  #page: ConnectedPage;
  /** The pages that were there before the last action, until the page answers again: it may still be about to leave. */
  #before: ConnectedPage[] | undefined;

  constructor(broker: Broker, page: ConnectedPage) {
    this.#broker = broker;
    this.#page = page;
  }

  get sessionId(): string {
    return this.#page.sessionId;
  }

  get alive(): boolean {
    return !this.#page.hasEnded || this.#before !== undefined;
  }

  async command(command: PageCommand, options: PageCommandOptions = {}): Promise<CheckedReply> {
    const reply = await runCommand(this.#page, command, options).catch(async (thrown) => {
      if (!isLost(thrown) || !this.#before) throw thrown;
      await this.#moveOn(options);
      return runCommand(this.#page, command, options);
    });
    this.#before = undefined;
    return readReply(reply);
  }

  /** Goes on with the document that a command leads to, if that offers to be driven as well. */
  async follow(command: PageCommand, options: { timeout: number; signal: AbortSignal }): Promise<Followed> {
    if (this.#page.hasEnded && this.#before) await this.#moveOn(options);
    const before = this.#broker.pages();
    const reply = await runCommand(this.#page, command, options).then(readReply, (thrown) => {
      // The page was faster away than its answer.
      if (isLost(thrown)) return { data: {}, isLeaving: true };
      throw thrown;
    });
    this.#before = before;
    if (reply.isLeaving) await this.#moveOn(options);
    return { ...reply, hasLeft: reply.isLeaving };
  }

  /** Waits for the document that the last action led to. */
  async #moveOn({ timeout = NEXT_PAGE_MS, signal = new AbortController().signal }: PageCommandOptions): Promise<void> {
    const before = this.#before ?? [];
    this.#before = undefined;
    this.#page = await nextPage(this.#broker, this.#page, before, { timeout, signal });
  }
}

function isLost(thrown: unknown): boolean {
  return BtcpError.from(thrown).code === 'browser_lost';
}
