import { BtcpError, type PageChanges, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type {
  Acted,
  ActedElement,
  ActionEffects,
  ActionOutcome,
  Answer,
  BrowserSession,
  BrowserState,
  CallOptions,
  Captured,
  ClickInput,
  ConsoleEntry,
  Dialog,
  Download,
  DragInput,
  Effects,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
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
  UploadInput,
  WaitInput,
} from '@btcp/tools';
import { changesIn, findInSnapshot, searchOptions, untilAborted } from '@btcp/tools';
import type { Target } from 'puppeteer-core';
import { click, fill, hover, press, select, type } from '../actions/act.js';
import { drag } from '../actions/drag.js';
import { MOST_CHANGES, type Scene } from '../actions/effect-watch.js';
import { evaluate } from '../actions/evaluate.js';
import type { FileChooser } from '../actions/file-chooser.js';
import { fitForModel } from '../actions/fit-for-model.js';
import { answerDialog, perform } from '../actions/perform.js';
import { placeOf } from '../actions/place-of.js';
import { type Screenshot, screenshot } from '../actions/screenshot.js';
import { scroll } from '../actions/scroll.js';
import { upload } from '../actions/upload.js';
import { waitInTab } from '../actions/wait.js';
import { Capture } from '../capture/capture.js';
import { Connection } from '../capture/connection.js';
import type { SessionQuota } from '../files/download-quota.js';
import { Downloads } from '../files/downloads.js';
import { readImageFile } from '../files/read-image-file.js';
import type { SessionFiles } from '../files/session-files.js';
import { uploadableFiles } from '../files/upload-folders.js';
import { ChromeLive } from '../live/chrome-live.js';
import type { EgressProxy } from '../policy/egress-proxy.js';
import type { VisitByName } from '../policy/local-visits.js';
import type { ChromeProcess } from '../process/chrome-process.js';
import { httpError } from '../tab/navigation-errors.js';
import type { Tab, Viewport } from '../tab/tab.js';
import { Tabs } from '../tab/tabs.js';
import { reload, travelHistory, visit } from '../tab/travel.js';
import { type CookieJar, readState, writeSession, writeState } from './browser-state.js';

export interface SessionOptions {
  chrome: ChromeProcess;
  tab: Target;
  viewport: Viewport;
  headed: boolean;
  files: SessionFiles;
  quota: SessionQuota;
  /** Where its connections go through; none when pages may connect to anything. */
  egress: EgressProxy | undefined;
  /** Folders that files may be given to pages from, beside the session's own. */
  uploadDirectories: readonly string[];
  /** The address that the conversation's browser was at when it died. */
  restore: string | undefined;
  /** Gives back what was opened for this session. */
  release(): Promise<void>;
}

/** How long a restored page may take; the call that brought it back has work of its own. */
const RESTORE_TIMEOUT_MS = 4_000;

/** How long a tooltip, a submenu or a list of suggestions may let an agent wait that has come for it. */
const PATIENCE_MS = 750;

/** Who types into such a field wants to see its list. */
function listPatience({ element }: Acted): number {
  return element.startsWith('combobox') ? PATIENCE_MS : 0;
}

/** Until actions in Chrome return data themselves. */
function actedAsData({ element, ...acted }: Acted): ActedElement {
  return { role: element, name: '', ...acted } as ActedElement;
}

function effectsAsData({ focus, changes, ...effects }: Effects): ActionEffects {
  return {
    ...effects,
    ...(focus ? { focus: { role: focus.element, name: '', ref: focus.ref } } : {}),
    ...(changes ? { changes: changesIn(changes) } : {}),
  } as ActionEffects;
}

/** What a session is made of. */
interface SessionParts {
  tabs: Tabs;
  capture: Capture;
  downloads: Downloads;
  connection: Connection;
  live: ChromeLive;
}

/** One browser of one conversation. Puppeteer keeps its sessions; what happens in its tabs is direct CDP. */
export class ChromeSession implements BrowserSession {
  readonly #chrome: ChromeProcess;
  readonly #release: () => Promise<void>;
  readonly #files: SessionFiles;
  readonly #uploadDirectories: readonly string[];
  readonly #tabs: Tabs;
  readonly #capture: Capture;
  readonly #downloads: Downloads;
  readonly #connection: Connection;
  readonly live: ChromeLive;
  #isClosed = false;

  private constructor(
    { chrome, files, uploadDirectories, release }: SessionOptions,
    { tabs, capture, downloads, connection, live }: SessionParts,
  ) {
    this.#chrome = chrome;
    this.#files = files;
    this.#uploadDirectories = uploadDirectories;
    this.#release = release;
    this.#tabs = tabs;
    this.#capture = capture;
    this.#downloads = downloads;
    this.#connection = connection;
    this.live = live;
    chrome.browser.once('disconnected', this.#onLost);
  }

  readonly #onLost = () => this.live.close();

  static async start(options: SessionOptions): Promise<ChromeSession> {
    const { chrome, tab, files, viewport, headed, egress, quota } = options;
    const explain = (url: string) => egress?.failureOf(url);
    const connection = new Connection();
    const capture = new Capture(connection, explain);
    const byName: VisitByName = (url, visit) => (egress ? egress.visits.during(url, visit) : visit());
    const tabs = await Tabs.start(await chrome.root(), tab, { viewport, capture, explain, byName, headed });
    if (egress) egress.visits.documents = () => tabs.sources;
    const downloads = await Downloads.start(await chrome.openRoot(), {
      files,
      quota,
      context: tab.browserContext().id,
    });
    const live = await ChromeLive.start({ root: await chrome.root(), tabs, files, downloads, capture });
    const session = new ChromeSession(options, { tabs, capture, downloads, connection, live });
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
    return this.#withConnection(await this.#inTab((tab) => tab.info()));
  }

  async navigate(url: string, options: NavigateOptions): Promise<Answer<Download | undefined>> {
    return this.#placed(
      this.#arrive(async (tab) => visit(tab, await this.#tabs.signIn(url), options, this.#downloads), {
        toLeave: true,
      }),
    );
  }

  async back(options: NavigateOptions): Promise<Answer<void>> {
    return this.#placed(this.#arrive((tab) => travelHistory(tab, -1, options)));
  }

  async forward(options: NavigateOptions): Promise<Answer<void>> {
    return this.#placed(this.#arrive((tab) => travelHistory(tab, 1, options)));
  }

  async reload(options: NavigateOptions): Promise<Answer<void>> {
    return this.#placed(this.#arrive((tab) => reload(tab, options)));
  }

  async tabs(): Promise<Answer<TabInfo[]>> {
    return this.#placed(this.#guarded(() => this.#tabs.list()));
  }

  async openTab(): Promise<Answer<void>> {
    return this.#placed(this.#guarded(async () => void (await this.#tabs.open())));
  }

  async selectTab(id: string): Promise<Answer<void>> {
    return this.#placed(this.#guarded(async () => void (await this.#tabs.select(id))));
  }

  async closeTab(id: string): Promise<Answer<void>> {
    return this.#placed(this.#guarded(() => this.#tabs.close(id)));
  }

  async resize(viewport: Viewport): Promise<Answer<void>> {
    return this.#placed(this.#guarded(() => this.#tabs.resize(viewport)));
  }

  async answerDialog(
    accept: boolean,
    text: string | undefined,
    { signal }: CallOptions,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>> {
    const answered = this.#inTab(async (tab) => {
      const { dialog, effects } = await answerDialog(this.#sceneOf(tab), { accept, text });
      return { dialog, effects: effectsAsData(effects) };
    }, signal);
    return this.#answer(answered);
  }

  async snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    return this.#answer(this.#inTab((tab) => tab.answer(() => tab.frames.snapshot(options)), signal));
  }

  async find(input: FindInput, options: CallOptions): Promise<Answer<Found>> {
    const answer = await this.snapshot({ ...searchOptions(input), ...options });
    return { ...answer, value: findInSnapshot(answer.value, input) };
  }

  async click(input: ClickInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => click(tab, input, signal), signal, input.selector);
  }

  async hover(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform(
      (tab) => hover(tab, selector, signal),
      signal,
      selector,
      () => PATIENCE_MS,
    );
  }

  async type(input: TypeInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => type(tab, input, signal), signal, input.selector, listPatience);
  }

  async fill(selector: string, value: string, options: FillOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => fill(tab, selector, value, options), options.signal, selector);
  }

  async select(selector: string, choices: readonly string[], { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => select(tab, selector, choices, signal), signal, selector);
  }

  async press(key: string, selector: string | undefined, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => press(tab, key, selector, signal), signal, selector);
  }

  async drag(input: DragInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => drag(tab, input, signal), signal, input.selector);
  }

  async upload({ selector, paths }: UploadInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    const files = await uploadableFiles(paths, [await this.#files.ensure(), ...this.#uploadDirectories]);
    return this.#perform((tab, chooser) => upload(tab, selector, files, chooser, signal), signal, selector);
  }

  async scroll(input: ScrollInput, { signal }: CallOptions): Promise<Answer<Scrolled>> {
    const scrolled = this.#inTab(async (tab) => {
      const { changes = '', ...moved } = await scroll(tab, input, signal);
      return { ...moved, changes: changes ? changesIn(changes) : [] };
    }, signal);
    return this.#answer(scrolled);
  }

  async getText(selector: string, format: TextFormat, { signal }: CallOptions): Promise<Answer<string>> {
    return this.#answer(this.#ask((tab) => tab.frames.of(selector).call('getText', selector, format), signal));
  }

  async getAttribute(selector: string, attribute: string, { signal }: CallOptions): Promise<Answer<string | null>> {
    return this.#answer(this.#ask((tab) => tab.frames.of(selector).call('getAttribute', selector, attribute), signal));
  }

  async isVisible(selector: string, { signal }: CallOptions): Promise<Answer<boolean>> {
    return this.#answer(this.#ask((tab) => tab.frames.of(selector).call('isVisible', selector), signal));
  }

  async waitFor(input: WaitInput, { signal }: CallOptions): Promise<Answer<number>> {
    return this.#answer(
      this.#inTab((tab) => waitInTab(tab, input, () => this.#capture.network().entries, signal), signal),
    );
  }

  async changes({ signal }: CallOptions): Promise<Answer<PageChanges[]>> {
    const text = this.#ask((tab) => tab.frames.changes(MOST_CHANGES), signal);
    return this.#answer(text.then((changed) => (changed ? changesIn(changed) : [])));
  }

  async evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>> {
    return this.#answer(this.#inTab((tab) => evaluate(tab, script, options), options.signal));
  }

  async screenshot(input: ScreenshotInput, { signal }: CallOptions): Promise<Answer<Screenshot>> {
    return this.#placed(this.#inTab((tab) => screenshot(tab, input), signal));
  }

  async consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>> {
    return this.#answer(Promise.resolve(this.#capture.console()));
  }

  async clearConsoleLogs(): Promise<number> {
    return this.#capture.clearConsole();
  }

  async networkRequests(): Promise<Answer<Captured<NetworkEntry>>> {
    return this.#answer(Promise.resolve(this.#capture.network()));
  }

  async clearNetworkRequests(): Promise<number> {
    return this.#capture.clearNetwork();
  }

  async setOffline(offline: boolean): Promise<Answer<void>> {
    return this.#placed(this.#guarded(() => this.#connection.setOffline(offline)));
  }

  async readImage(path: string): Promise<Picture> {
    const image = await readImageFile(await this.#files.readable(path), path);
    return this.#inTab((tab) => fitForModel(tab, image));
  }

  async secrets(): Promise<string[]> {
    const tab = this.alive ? this.#tabs.current : undefined;
    return tab?.passwords() ?? [];
  }

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    return this.#files.save(name, data);
  }

  async saveState(): Promise<BrowserState> {
    return this.#guarded(async () =>
      readState(await this.#cookieJar(), await this.#tabs.all(), await this.#tabs.active()),
    );
  }

  async restoreState(state: BrowserState): Promise<void> {
    await this.#guarded(async () => {
      const old = await this.#tabs.all();
      // A new tab has stored nothing of its own.
      const first = await this.#tabs.open();
      for (const tab of old) await this.#tabs.close(tab.id);
      await writeState(await this.#cookieJar(), first, state);
      let active = first;
      for (const [index, saved] of state.tabs.entries()) {
        const tab = index === 0 ? first : await this.#tabs.open();
        await writeSession(tab, saved);
        // A page that cannot be had now is told by the page line.
        await visit(tab, saved.url, this.#restoring(), this.#downloads).catch(() => {});
        // The way there leads back to empty pages.
        await tab.cdp.send('Page.resetNavigationHistory');
        if (saved.active) active = tab;
      }
      await this.#tabs.select(active.id);
    });
  }

  async #cookieJar(): Promise<CookieJar> {
    return { root: await this.#chrome.root(), context: this.#tabs.contextId };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A Chrome that is shared outlives the session.
    this.#chrome.browser.off('disconnected', this.#onLost);
    this.live.close();
    this.#tabs.stop();
    this.#downloads.stop();
    await this.#release();
    await this.#files.close();
  }

  async #restore(url: string): Promise<void> {
    const tab = await this.#tabs.active();
    // A page that cannot be had again is told by the page line, without a word of being restored.
    const download = await visit(tab, url, this.#restoring(), this.#downloads).catch(() => 'failed' as const);
    tab.restored = download === undefined;
  }

  #restoring(): NavigateOptions {
    const { signal } = new AbortController();
    return { waitUntil: 'domcontentloaded', timeout: RESTORE_TIMEOUT_MS, signal };
  }

  /** `selector` names what is acted on: it is told how that is found again, even if the action removes it. */
  #perform(
    act: (tab: Tab, chooser: FileChooser) => Promise<Acted>,
    signal: AbortSignal,
    selector?: string,
    patience?: (acted: Acted) => number,
  ): Promise<Answer<ActionOutcome>> {
    const performed = this.#inTab(async (tab) => {
      // Not waited for: a frame does what it is asked in order.
      const before = selector === undefined ? undefined : placeOf(tab, selector);
      const { acted, effects } = await perform(this.#sceneOf(tab), (chooser) => act(tab, chooser), signal, patience);
      // What had to be waited for could not be asked before.
      const { css, frames = [] } = (await before) ?? (await placeOf(tab, acted.ref)) ?? {};
      const place = css === undefined ? {} : { css, ...(frames.length > 0 ? { frames } : {}) };
      return { acted: actedAsData({ ...acted, ...place }), effects: effectsAsData(effects) };
    }, signal);
    return this.#answer(performed);
  }

  #sceneOf(tab: Tab): Scene {
    return { tab, tabs: this.#tabs, capture: this.#capture, downloads: this.#downloads };
  }

  #ask<T>(question: (tab: Tab) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#inTab((tab) => tab.answer(() => question(tab)), signal);
  }

  /** The value of a call, with the page as the call left it and what to hide in both. */
  async #answer<T>(call: Promise<T>): Promise<Answer<T>> {
    const value = await call;
    // The tab as it is: a call that ends neither revives it nor ends its script.
    const tab = this.alive ? this.#tabs.current : undefined;
    if (!tab) return { value, page: await this.page(), secrets: [] };
    const glance = tab.takeGlance();
    const [info, secrets] = await this.#guarded(() => Promise.all([tab.info(glance), tab.passwords(glance)]));
    return { value, page: this.#withConnection(info), secrets };
  }

  /** The value of a call that says nothing of what the page holds. */
  async #placed<T>(call: Promise<T>): Promise<Answer<T>> {
    return { value: await call, page: await this.page(), secrets: [] };
  }

  #withConnection(info: PageInfo): PageInfo {
    return this.#connection.isOffline ? { ...info, offline: true } : info;
  }

  /** Goes somewhere, and fails when the page there is an error. */
  async #arrive<T>(go: (tab: Tab) => Promise<T>, options: { toLeave?: boolean } = {}): Promise<T> {
    const arrive = async (tab: Tab) => {
      const result = await go(tab);
      const { url, status } = tab.document;
      // After a download the tab is where it was, whatever that is.
      if (result === undefined && status && status.code >= 400) throw httpError(url, status.code, status.text);
      return result;
    };
    return this.#guarded(async () => arrive(await this.#tabs.active(options)));
  }

  /** Ends when the caller gives up; the work looks at the signal itself, and does no more to the page. */
  #inTab<T>(work: (tab: Tab) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#guarded(async () => {
      signal?.throwIfAborted();
      const working = this.#tabs.active().then(work);
      return signal ? untilAborted(working, signal) : working;
    });
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
