import { type ActionAnswer, BtcpError, untilAborted } from '@btcp/protocol';
import type { ActionOutcome, Answer, PageInfo } from '@btcp/tools';
import type { Scene } from '../../actions/effect-watch.js';
import type { FileChooser } from '../../actions/file-chooser.js';
import { type Action, perform } from '../../actions/perform.js';
import { assertNotOwnServer } from '../../policy/own-server.js';
import type { Reply, StateAt } from '../../tab/frame-link.js';
import { httpError } from '../../tab/navigation-errors.js';
import type { Tab } from '../../tab/tab.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';

interface Act {
  selector: string | undefined;
  signal: AbortSignal;
  run(tab: Tab, chooser: FileChooser): Promise<ActionAnswer>;
  patience?: (acted: ActionAnswer) => number;
}

/** Runs the calls of a session in its active tab, and adds the page to what they return. */
export class TabCalls {
  readonly #options: SessionOptions;
  readonly #parts: SessionParts;
  #isClosed = false;

  constructor(options: SessionOptions, parts: SessionParts) {
    this.#options = options;
    this.#parts = parts;
  }

  get isAlive(): boolean {
    return this.#options.chrome.alive && !this.#isClosed;
  }

  end(): void {
    this.#isClosed = true;
  }

  async page(): Promise<PageInfo> {
    return this.#withConditions(await this.inTab((tab) => tab.info()));
  }

  async secrets(): Promise<string[]> {
    const tab = this.isAlive ? this.#parts.tabs.current : undefined;
    return tab?.secrets() ?? [];
  }

  act({ selector, signal, run, patience }: Act): Promise<Answer<ActionOutcome>> {
    const actionIn = (tab: Tab): Action => ({
      selector,
      run: async (chooser) => ({ acted: await run(tab, chooser) }),
      ...(patience ? { patience } : {}),
    });
    return this.perform(actionIn, signal);
  }

  perform(actionIn: (tab: Tab) => Action, signal: AbortSignal): Promise<Answer<ActionOutcome>> {
    return this.answer((tab) => perform(this.sceneOf(tab), actionIn(tab), signal), signal);
  }

  sceneOf(tab: Tab): Scene {
    const { tabs, capture, downloads } = this.#parts;
    return { tab, tabs, capture, downloads };
  }

  /** Works in the active tab; the answer has the page as the work left it. */
  async answer<T>(work: (tab: Tab) => Promise<Reply<T>>, signal?: AbortSignal): Promise<Answer<T>> {
    const { value, state } = await this.inTab(async (tab) => {
      const reply = await work(tab);
      return { value: reply.value, state: tab === this.#parts.tabs.current ? reply.state : undefined };
    }, signal);
    return this.answered(value, state);
  }

  /** `state` is what the page has just replied with. */
  async answered<T>(value: T, state?: StateAt): Promise<Answer<T>> {
    // The tab as it is: a call that ends neither revives it nor terminates its script.
    const tab = this.isAlive ? this.#parts.tabs.current : undefined;
    if (!tab) return { value, page: await this.page(), secrets: [] };
    const { page, secrets } = await this.guarded(() => tab.look(state));
    return { value, page: this.#withConditions(page), secrets };
  }

  /** For values that quote nothing of a page. */
  async placed<T>(call: Promise<T>): Promise<Answer<T>> {
    return { value: await call, page: await this.page(), secrets: [] };
  }

  /** Goes somewhere, and fails when the page there is an error. */
  arrive<T>(go: (tab: Tab) => Promise<T>, options: { toLeave?: boolean } = {}): Promise<T> {
    return this.guarded(async () => {
      const tab = await this.#parts.tabs.active(options);
      const result = await go(tab);
      const { url, status } = tab.document;
      if (result === undefined && status && status.code >= 400) throw httpError(url, status.code, status.text);
      return result;
    });
  }

  /** Rejects when the caller gives up; the work checks the signal itself. */
  inTab<T>(work: (tab: Tab) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { tabs } = this.#parts;
    return this.guarded(async () => {
      signal?.throwIfAborted();
      const working = tabs.active().then((tab) => {
        assertNotOwnServer(tab.document.url, this.#options.closedPorts());
        return work(tab);
      });
      if (!signal) return working;
      return untilAborted(working, signal).catch(async (thrown) => {
        throw (signal.aborted ? await tabs.current?.abandon() : undefined) ?? thrown;
      });
    });
  }

  /** Errors after the browser died are `browser_lost`. */
  async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#options.chrome.whileAlive(work());
    } catch (thrown) {
      if (this.isAlive) throw thrown;
      throw new BtcpError('browser_lost', 'The browser ended during the call.', {
        hint: `Call again: the next call ${this.#options.chrome.nextCall}, at the same page.`,
        cause: thrown,
      });
    }
  }

  #withConditions(info: PageInfo): PageInfo {
    const { connection, emulation, routes, har } = this.#parts;
    const { names } = emulation;
    const network = [
      ...(this.#options.ignoresTlsErrors ? ['TLS errors are ignored'] : []),
      ...(connection.name === undefined ? [] : [connection.name]),
      ...routes.names,
      ...(har.isRecording ? ['recorded'] : []),
    ];
    return {
      ...info,
      ...(network.length > 0 ? { network } : {}),
      ...(connection.isOffline ? { offline: true } : {}),
      ...(names.length > 0 ? { emulated: names } : {}),
    };
  }
}
