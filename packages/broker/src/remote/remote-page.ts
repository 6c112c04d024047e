import { BtcpError, type PageCommand } from '@btcp/protocol';
import { type CheckedReply, type FollowedReply, type PageCommandOptions, type PageLink, readReply } from '@btcp/tools';
import type { ConnectedPage, PageSource } from '../clients/connected-page.js';
import { nextPage } from './next-page.js';
import { runCommand } from './run-command.js';

const NEXT_PAGE_MS = 10_000;

export class RemotePage implements PageLink {
  readonly #broker: PageSource;
  #page: ConnectedPage;
  // Kept until the page replies again, since the page may still be about to leave.
  #before: ConnectedPage[] | undefined;
  #destination: string | undefined;

  constructor(broker: PageSource, page: ConnectedPage) {
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

  // A page that is gone without a reply was left because of the command.
  async follow(command: PageCommand, options: { timeout: number; signal: AbortSignal }): Promise<FollowedReply> {
    if (this.#page.hasEnded && this.#before) await this.#moveOn(options);
    const before = this.#broker.pages();
    this.#destination = command.action === 'navigate' ? originOf(command.url) : undefined;
    const reply = await runCommand(this.#page, command, options).then(readReply, (thrown) => {
      if (isLost(thrown)) return { data: {}, isLeaving: true };
      throw thrown;
    });
    this.#before = before;
    if (reply.isLeaving) await this.#moveOn(options);
    return { ...reply, hasLeft: reply.isLeaving };
  }

  async #moveOn({ timeout = NEXT_PAGE_MS, signal = new AbortController().signal }: PageCommandOptions): Promise<void> {
    const before = this.#before ?? [];
    this.#before = undefined;
    this.#page = await nextPage(this.#broker, this.#page, before, { timeout, signal, origin: this.#destination });
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function isLost(thrown: unknown): boolean {
  return BtcpError.from(thrown).code === 'browser_lost';
}
