import { BtcpError, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type {
  Acted,
  ActionOutcome,
  BrowserSession,
  Captured,
  ClickInput,
  ConsoleEntry,
  Dialog,
  Download,
  NavigateOptions,
  NetworkEntry,
  PageInfo,
  Picture,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  TabInfo,
  TextFormat,
  TypeInput,
  WaitInput,
} from '@btcp/tools';
import type { Target } from 'puppeteer-core';
import { click, fill, hover, press, select, type } from './actions/act.js';
import { evaluate } from './actions/evaluate.js';
import { perform } from './actions/perform.js';
import { type Screenshot, screenshot } from './actions/screenshot.js';
import { waitInTab } from './actions/wait.js';
import { Capture } from './capture/capture.js';
import type { ChromeProcess } from './chrome-process.js';
import { Connection } from './connection.js';
import { Downloads } from './downloads.js';
import { fitForModel } from './images/fit-for-model.js';
import { readImageFile } from './images/read-image-file.js';
import { ChromeLive } from './live/chrome-live.js';
import { httpError } from './navigation-errors.js';
import type { SessionFiles } from './session-files.js';
import type { Tab, Viewport } from './tab.js';
import { Tabs } from './tabs.js';
import { reload, travelHistory, visit } from './travel.js';

export interface SessionOptions {
  chrome: ChromeProcess;
  tab: Target;
  viewport: Viewport;
  files: SessionFiles;
  /** The address that the conversation's browser was at when it died. */
  restore: string | undefined;
  /** Gives back what was opened for this session. */
  release(): Promise<void>;
}

/** How long a restored page may take; the call that brought it back has work of its own. */
const RESTORE_TIMEOUT_MS = 4_000;

/** One browser of one conversation. Puppeteer started it; what happens in its tabs is direct CDP. */
export class ChromeSession implements BrowserSession {
  readonly #chrome: ChromeProcess;
  readonly #release: () => Promise<void>;
  readonly #files: SessionFiles;
  readonly #tabs: Tabs;
  readonly #capture: Capture;
  readonly #downloads: Downloads;
  readonly live: ChromeLive;
  readonly #connection: Connection;
  #isClosed = false;

  private constructor(
    { chrome, files, release }: SessionOptions,
    tabs: Tabs,
    capture: Capture,
    downloads: Downloads,
    live: ChromeLive,
    connection: Connection,
  ) {
    this.#chrome = chrome;
    this.#files = files;
    this.#release = release;
    this.#tabs = tabs;
    this.#capture = capture;
    this.#downloads = downloads;
    this.live = live;
    chrome.browser.once('disconnected', () => live.close());
    this.#connection = connection;
  }

  static async start(options: SessionOptions): Promise<ChromeSession> {
    const connection = new Connection();
    const capture = new Capture(connection);
    const tabs = await Tabs.start(await options.chrome.root(), options.tab, options.viewport, capture);
    const { chrome, tab, files } = options;
    const downloads = await Downloads.start(await chrome.openRoot(), files, tab.browserContext().id);
    const live = await ChromeLive.start({ root: await chrome.root(), tabs, files, downloads, capture });
    const session = new ChromeSession(options, tabs, capture, downloads, live, connection);
    if (options.restore) await session.#restore(options.restore);
    return session;
  }

  get alive(): boolean {
    return this.#chrome.alive && !this.#isClosed;
  }

  get lastUrl(): string {
    return this.#tabs.lastUrl;
  }

  async page(): Promise<PageInfo> {
    const info = await this.#inTab((tab) => tab.info());
    return this.#connection.isOffline ? { ...info, offline: true } : info;
  }

  async navigate(url: string, options: NavigateOptions): Promise<Download | undefined> {
    return this.#arrive((tab) => visit(tab, url, options, this.#downloads));
  }

  async back(options: NavigateOptions): Promise<void> {
    await this.#arrive((tab) => travelHistory(tab, -1, options));
  }

  async forward(options: NavigateOptions): Promise<void> {
    await this.#arrive((tab) => travelHistory(tab, 1, options));
  }

  async reload(options: NavigateOptions): Promise<void> {
    await this.#arrive((tab) => reload(tab, options));
  }

  async tabs(): Promise<TabInfo[]> {
    return this.#guarded(() => this.#tabs.list());
  }

  async openTab(): Promise<void> {
    await this.#guarded(() => this.#tabs.open());
  }

  async selectTab(id: string): Promise<void> {
    await this.#guarded(() => this.#tabs.select(id));
  }

  async closeTab(id: string): Promise<void> {
    await this.#guarded(() => this.#tabs.close(id));
  }

  async resize(viewport: Viewport): Promise<void> {
    await this.#guarded(() => this.#tabs.resize(viewport));
  }

  async answerDialog(accept: boolean, text?: string): Promise<Dialog> {
    return this.#inTab((tab) => tab.answerDialog(accept, text));
  }

  async snapshot({ signal, ...options }: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot> {
    signal.throwIfAborted();
    return this.#inTab((tab) => tab.answer(() => tab.frames.snapshot(options)));
  }

  async click(input: ClickInput): Promise<ActionOutcome> {
    return this.#perform((tab) => click(tab, input));
  }

  async hover(selector: string): Promise<ActionOutcome> {
    return this.#perform((tab) => hover(tab, selector));
  }

  async type(input: TypeInput): Promise<ActionOutcome> {
    return this.#perform((tab) => type(tab, input));
  }

  async fill(selector: string, value: string): Promise<ActionOutcome> {
    return this.#perform((tab) => fill(tab, selector, value));
  }

  async select(selector: string, options: readonly string[]): Promise<ActionOutcome> {
    return this.#perform((tab) => select(tab, selector, options));
  }

  async press(key: string, selector?: string): Promise<ActionOutcome> {
    return this.#perform((tab) => press(tab, key, selector));
  }

  async scroll(input: ScrollInput): Promise<Scrolled> {
    return this.#inTab((tab) => tab.answer(() => tab.frames.of(input.selector).call('scroll', input)));
  }

  async getText(selector: string, format: TextFormat): Promise<string> {
    return this.#inTab((tab) => tab.answer(() => tab.frames.of(selector).call('getText', selector, format)));
  }

  async getAttribute(selector: string, attribute: string): Promise<string | null> {
    return this.#inTab((tab) => tab.answer(() => tab.frames.of(selector).call('getAttribute', selector, attribute)));
  }

  async isVisible(selector: string): Promise<boolean> {
    return this.#inTab((tab) => tab.answer(() => tab.frames.of(selector).call('isVisible', selector)));
  }

  async waitFor(input: WaitInput): Promise<number> {
    return this.#inTab((tab) => waitInTab(tab, input, () => this.#capture.network().entries));
  }

  async evaluate(script: string, options: { awaitPromise: boolean; timeout: number }): Promise<string> {
    return this.#inTab((tab) => evaluate(tab, script, options));
  }

  async screenshot(input: ScreenshotInput): Promise<Screenshot> {
    return this.#inTab((tab) => screenshot(tab, input));
  }

  async consoleLogs(): Promise<Captured<ConsoleEntry>> {
    return this.#capture.console();
  }

  async clearConsoleLogs(): Promise<number> {
    return this.#capture.clearConsole();
  }

  async networkRequests(): Promise<Captured<NetworkEntry>> {
    return this.#capture.network();
  }

  async clearNetworkRequests(): Promise<number> {
    return this.#capture.clearNetwork();
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#guarded(() => this.#connection.setOffline(offline));
  }

  async readImage(path: string): Promise<Picture> {
    const image = await readImageFile(await this.#files.readable(path), path);
    return this.#inTab((tab) => fitForModel(tab, image));
  }

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    return this.#files.save(name, data);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.live.close();
    this.#tabs.stop();
    this.#downloads.stop();
    await this.#release();
    await this.#files.close();
  }

  async #restore(url: string): Promise<void> {
    const tab = await this.#tabs.active();
    const { signal } = new AbortController();
    // A page that cannot be had again is told by the page line, without a word of being restored.
    const options: NavigateOptions = { waitUntil: 'domcontentloaded', timeout: RESTORE_TIMEOUT_MS, signal };
    const download = await visit(tab, url, options, this.#downloads).catch(() => 'failed' as const);
    tab.restored = download === undefined;
  }

  #perform(act: (tab: Tab) => Promise<Acted>): Promise<ActionOutcome> {
    return this.#inTab((tab) => perform(this.#tabs, tab, () => act(tab)));
  }

  /** Goes somewhere, and fails when the page there is an error. */
  async #arrive<T>(go: (tab: Tab) => Promise<T>): Promise<T> {
    return this.#inTab(async (tab) => {
      const result = await go(tab);
      const { url, status } = tab.document;
      // After a download the tab is where it was, whatever that is.
      if (result === undefined && status && status.code >= 400) throw httpError(url, status.code, status.text);
      return result;
    });
  }

  #inTab<T>(work: (tab: Tab) => Promise<T>): Promise<T> {
    return this.#guarded(async () => work(await this.#tabs.active()));
  }

  /** Tells the death of the browser from a failure of the work. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (this.alive) throw thrown;
      throw new BtcpError('browser_lost', 'The browser ended during the call.', {
        hint: 'Call again: the next call starts a new browser at the same page.',
        cause: thrown,
      });
    }
  }
}
