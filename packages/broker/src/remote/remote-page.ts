import { BtcpError } from '@btcp/protocol';
import type { NavigateOptions, PageInfo, TabInfo } from '@btcp/tools';
import type { Broker, ConnectedPage } from '../broker.js';
import { nextPage } from './next-page.js';
import { type Command, type CommandOptions, runCommand } from './run-command.js';

const TAB = 'page';

/** How long the page that an action leads to may take to connect. */
const NEXT_PAGE_MS = 10_000;

/** A tab that a person has open: where it is, and the way from one document to the next. */
export class RemotePage {
  readonly #broker: Broker;
  #page: ConnectedPage;
  #lastUrl = '';
  /** The pages that were there before the last action, until one was seen after it. */
  #before: ConnectedPage[] = [];

  constructor(broker: Broker, page: ConnectedPage) {
    this.#broker = broker;
    this.#page = page;
  }

  get alive(): boolean {
    return !this.#page.hasEnded;
  }

  get lastUrl(): string {
    return this.#lastUrl;
  }

  async page(): Promise<PageInfo> {
    return this.#read().catch(async (thrown) => {
      if (BtcpError.from(thrown).code !== 'browser_lost' || this.#before.length === 0) throw thrown;
      // The page had answered the last action before it went where that led.
      const options = { timeout: NEXT_PAGE_MS, signal: new AbortController().signal };
      this.#page = await nextPage(this.#broker, this.#page, this.#before, options);
      return this.#read();
    });
  }

  async #read(): Promise<PageInfo> {
    const { url } = await this.command({ action: 'getUrl' });
    const { title } = await this.command({ action: 'getTitle' });
    this.#lastUrl = String(url);
    this.#before = [];
    return { url: this.#lastUrl, title: String(title), status: null, tab: TAB, loading: false };
  }

  async tabs(): Promise<TabInfo[]> {
    const { url, title } = await this.page();
    return [{ id: TAB, url, title, active: true }];
  }

  async selectTab(id: string): Promise<void> {
    if (id !== TAB)
      throw new BtcpError('not_found', `There is no tab ${id}: this is one tab of a person's browser.`, {
        hint: `Its only tab is ${TAB}.`,
      });
  }

  async navigate(url: string, options: NavigateOptions): Promise<undefined> {
    await this.#go({ action: 'navigate', url }, options);
  }

  back(options: NavigateOptions): Promise<void> {
    return this.#go({ action: 'back' }, options);
  }

  forward(options: NavigateOptions): Promise<void> {
    return this.#go({ action: 'forward' }, options);
  }

  reload(options: NavigateOptions): Promise<void> {
    return this.#go({ action: 'reload' }, options);
  }

  protected command(command: Command, options?: CommandOptions): Promise<Record<string, unknown>> {
    return runCommand(this.#page, command, options);
  }

  protected connected(): ConnectedPage[] {
    return this.#broker.pages();
  }

  /**
   * Does what may lead to another document, and goes on with that one if it offers to be driven as well. `before` are
   * the pages that were there before it began.
   */
  protected async follow(
    command: Command,
    options: { timeout: number; signal: AbortSignal },
    before = this.connected(),
  ): Promise<{ result: Record<string, unknown>; hasLeft: boolean }> {
    this.#before = before;
    const result = await this.command(command, options).catch((thrown) => {
      // The page was faster away than its answer.
      if (BtcpError.from(thrown).code === 'browser_lost') return { leaving: true };
      throw thrown;
    });
    const hasLeft = result.leaving === true;
    if (hasLeft) this.#page = await nextPage(this.#broker, this.#page, before, options);
    return { result, hasLeft };
  }

  async #go(command: Command, { waitUntil, timeout, signal }: NavigateOptions): Promise<void> {
    await this.follow({ ...command, waitUntil, timeout }, { timeout, signal });
  }
}
