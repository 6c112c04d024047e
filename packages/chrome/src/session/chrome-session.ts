import {
  type ActionAnswer,
  type AnswerTo,
  BtcpError,
  type ElementInfo,
  type PageChanges,
  type PageCommand,
  type ReadAction,
  type Snapshot,
  type SnapshotOptions,
  untilAborted,
} from '@btcp/protocol';
import type {
  ActionEffects,
  ActionOutcome,
  Answer,
  AuditCommand,
  AuditReport,
  BrowserSession,
  BrowserState,
  CallOptions,
  Captured,
  ClickInput,
  ClipboardInput,
  CompareInput,
  ConsoleEntry,
  Cookie,
  CookieCommand,
  Dialog,
  Download,
  DragInput,
  DropInput,
  EmulationInput,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
  HarCommand,
  HarOutcome,
  HoldKeyInput,
  NavigateOptions,
  NetworkConditions,
  NetworkEntry,
  OriginHeaders,
  PageInfo,
  PdfInput,
  Picture,
  PictureDifference,
  PointerInput,
  RequestDetails,
  RouteCommand,
  RouteInfo,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  StateFile,
  StateFileInput,
  StorageCommand,
  StorageContent,
  TabInfo,
  TouchInput,
  TypeInput,
  UploadInput,
  VideoCommand,
  VideoReport,
  WaitInput,
} from '@btcp/tools';
import type { Target } from 'puppeteer-core';
import { click, fill, focus, hover, press, select, type } from '../actions/act.js';
import { check } from '../actions/check.js';
import { allowCopying, clipboard } from '../actions/clipboard.js';
import { comparePictures } from '../actions/compare-pictures.js';
import { drag } from '../actions/drag.js';
import { dropOn } from '../actions/drop.js';
import type { Scene } from '../actions/effect-watch.js';
import { evaluate } from '../actions/evaluate.js';
import type { FileChooser } from '../actions/file-chooser.js';
import { fitForModel } from '../actions/fit-for-model.js';
import { printPdf } from '../actions/pdf.js';
import { type Action, answerDialog, perform } from '../actions/perform.js';
import { MAX_CHANGES } from '../actions/performed.js';
import { holdKey, pointer } from '../actions/pointer.js';
import { type Screenshot, screenshot } from '../actions/screenshot.js';
import { scroll } from '../actions/scroll.js';
import { touch } from '../actions/touch.js';
import { upload } from '../actions/upload.js';
import { waitInTab } from '../actions/wait.js';
import { runAudit } from '../audits/audit.js';
import { Capture } from '../capture/capture.js';
import { Connection } from '../capture/connection.js';
import { Emulation } from '../emulation/emulation.js';
import type { SessionQuota } from '../files/download-quota.js';
import { Downloads } from '../files/downloads.js';
import { readImageFile } from '../files/read-image-file.js';
import type { SessionFiles } from '../files/session-files.js';
import { uploadableFiles } from '../files/upload-folders.js';
import { ChromeLive } from '../live/chrome-live.js';
import { Routes } from '../network/routes.js';
import type { EgressProxy } from '../policy/egress-proxy.js';
import type { VisitByName } from '../policy/local-visits.js';
import { assertNotOwnServer } from '../policy/own-server.js';
import type { ChromeConnection } from '../process/chrome-connection.js';
import type { Reply, StateAt } from '../tab/frame-link.js';
import { httpError } from '../tab/navigation-errors.js';
import type { PersonsProfile } from '../tab/persons-profile.js';
import type { Tab, Viewport } from '../tab/tab.js';
import { Tabs } from '../tab/tabs.js';
import { reload, travelHistory, visit } from '../tab/travel.js';
import { Videos } from '../video/videos.js';
import { type CookieJar, readState, writeSession, writeState } from './browser-state.js';
import { runCookieCommand } from './cookies.js';
import { Har } from './har.js';
import { noSuchRequest, requestDetails } from './request-details.js';
import { runStorageCommand } from './site-storage.js';
import { loadStateFile, saveStateFile } from './state-file.js';

export interface SessionOptions {
  chrome: ChromeConnection;
  tab: Target;
  viewport: Viewport;
  headed: boolean;
  ignoresTlsErrors: boolean;
  /** Whether other conversations use the same process. */
  isShared: boolean;
  /** The profile of a person, if the session works in one. */
  persons: PersonsProfile | undefined;
  /** Ports of this machine that must not be opened, where no proxy of ours sees to it. */
  closedPorts: () => readonly number[];
  /** The longest side of pictures for models. */
  imageSide: number;
  files: SessionFiles;
  quota: SessionQuota;
  /** Where its connections go through; none when pages may connect to anything. */
  egress: EgressProxy | undefined;
  /** Folders to upload files from, in addition to the session's own. */
  uploadDirectories: readonly string[];
  /** The last address of the browser that died. */
  restore: string | undefined;
  /** Where a video of the whole session is kept; none is made when left out. */
  videoDirectory?: string | undefined;
  /** Closes what was opened for this session. */
  release(): Promise<void>;
}

/** How long a restored page may take to load. */
const RESTORE_TIMEOUT_MS = 4_000;

/** How long a tooltip, a submenu or a list of suggestions may take to show. */
const POPUP_MS = 750;

interface SessionParts {
  tabs: Tabs;
  capture: Capture;
  downloads: Downloads;
  connection: Connection;
  emulation: Emulation;
  routes: Routes;
  live: ChromeLive;
}

/** One browser of one conversation. Puppeteer manages CDP sessions; the rest is direct CDP. */
export class ChromeSession implements BrowserSession {
  readonly #chrome: ChromeConnection;
  readonly #release: () => Promise<void>;
  readonly #files: SessionFiles;
  readonly #uploadDirectories: readonly string[];
  readonly #tabs: Tabs;
  readonly #capture: Capture;
  readonly #downloads: Downloads;
  readonly #connection: Connection;
  readonly #emulation: Emulation;
  readonly #routes: Routes;
  readonly #ignoresTlsErrors: boolean;
  readonly #isShared: boolean;
  /** Whether cookies and logins are those of a person. */
  readonly #isPersons: boolean;
  readonly #closedPorts: () => readonly number[];
  readonly #har: Har;
  /** Without emulation. */
  readonly #viewport: Viewport;
  readonly #imageSide: number;
  readonly live: ChromeLive;
  readonly #videos: Videos;
  #isClosed = false;

  private constructor(
    {
      chrome,
      files,
      viewport,
      imageSide,
      ignoresTlsErrors,
      isShared,
      persons,
      closedPorts,
      ...options
    }: SessionOptions,
    { tabs, capture, downloads, connection, emulation, routes, live }: SessionParts,
  ) {
    this.#viewport = viewport;
    this.#imageSide = imageSide;
    this.#ignoresTlsErrors = ignoresTlsErrors;
    this.#isShared = isShared;
    this.#isPersons = persons !== undefined;
    this.#emulation = emulation;
    this.#routes = routes;
    this.#har = new Har(capture, routes, files);
    this.#chrome = chrome;
    this.#files = files;
    this.#uploadDirectories = options.uploadDirectories;
    this.#release = options.release;
    this.#closedPorts = closedPorts;
    this.#tabs = tabs;
    this.#capture = capture;
    this.#downloads = downloads;
    this.#connection = connection;
    this.live = live;
    this.#videos = new Videos({ browser: chrome.browser, live }, files);
    chrome.browser.once('disconnected', this.#onLost);
  }

  readonly #onLost = () => this.live.close();

  static async start(options: SessionOptions): Promise<ChromeSession> {
    const { chrome, tab, files, viewport, headed, imageSide, egress, quota, persons } = options;
    const explain = (url: string) => egress?.failureOf(url);
    const connection = new Connection();
    const emulation = new Emulation(async () => ({
      root: await chrome.root(),
      context: tab.browserContext().id,
    }));
    const routes = new Routes();
    const capture = new Capture({ connection, emulation, routes, explain });
    const byName: VisitByName = (url, visit) => (egress ? egress.visits.during(url, visit) : visit());
    const context = tab.browserContext().id;
    let hasFrame = (_frameId: string) => false;
    const isOurs = persons && ((frameId: string) => hasFrame(frameId));
    const [root, downloads, tabs] = await Promise.all([
      chrome.root(),
      chrome.openRoot().then((line) => Downloads.start(line, { files, quota, context, isOurs })),
      Tabs.start(chrome.root(), tab, { viewport, capture, emulation, explain, byName, headed, imageSide, persons }),
    ]);
    hasFrame = (frameId) => tabs.attached.some((each) => each.frames.has(frameId));
    if (egress) egress.visits.documents = () => tabs.sources;
    routes.onAnswered = (requestId) => {
      for (const { document } of tabs.attached) {
        document.markScripted();
        document.markScripted(requestId);
      }
    };
    const copying = headed ? undefined : allowCopying({ root, context }).catch(() => {});
    const [live] = await Promise.all([ChromeLive.start({ root, tabs, files, downloads, capture }), copying]);
    const session = new ChromeSession(options, { tabs, capture, downloads, connection, emulation, routes, live });
    if (options.restore) await session.#restore(options.restore);
    if (options.videoDirectory !== undefined) await session.#videos.keepIn(options.videoDirectory);
    return session;
  }

  get alive(): boolean {
    return this.#chrome.alive && !this.#isClosed;
  }

  get profile(): string | undefined {
    return this.#chrome.profile;
  }

  get lastUrl(): string {
    return this.#tabs.lastUrl;
  }

  async page(): Promise<PageInfo> {
    return this.#withConnection(await this.#inTab((tab) => tab.info()));
  }

  async navigate(url: string, options: NavigateOptions): Promise<Answer<Download | undefined>> {
    assertNotOwnServer(url, this.#closedPorts());
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
    return this.#placed(this.#guarded(() => this.#tabs.listWithPersons()));
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

  async resize(viewport: Viewport, { signal }: CallOptions): Promise<Answer<void>> {
    return this.#placed(this.#inTab(() => this.#tabs.resize(viewport), signal));
  }

  async answerDialog(
    accept: boolean,
    text: string | undefined,
    { signal }: CallOptions,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>> {
    return this.#answer((tab) => answerDialog(this.#sceneOf(tab), { accept, text }), signal);
  }

  async snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    return this.#answer((tab) => tab.answer(() => tab.frames.snapshot(options)), signal);
  }

  async find(input: FindInput, { signal }: CallOptions): Promise<Answer<Found>> {
    return this.#answer((tab) => tab.answer(() => tab.frames.find(input)), signal);
  }

  async click(input: ClickInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    const { selector } = input;
    return this.#perform((tab) => ({ selector, isClick: true, run: () => click(tab, input, signal) }), signal);
  }

  async hover(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(
      selector,
      (tab) => hover(tab, selector, signal),
      signal,
      () => POPUP_MS,
    );
  }

  async type(input: TypeInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    // Typing into a combobox opens a list.
    const patience = ({ role }: ElementInfo) => (role === 'combobox' ? POPUP_MS : 0);
    return this.#act(input.selector, (tab) => type(tab, input, signal), signal, patience);
  }

  async fill(selector: string, value: string, options: FillOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(selector, (tab) => fill(tab, selector, value, options), options.signal);
  }

  async select(selector: string, choices: readonly string[], { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(selector, (tab) => select(tab, selector, choices, signal), signal);
  }

  async press(key: string, selector: string | undefined, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(selector, (tab) => press(tab, key, selector, signal), signal);
  }

  async drag(input: DragInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(input.selector, (tab) => drag(tab, input, signal), signal);
  }

  async upload({ selector, paths }: UploadInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    const files = await uploadableFiles(paths, [await this.#files.ensure(), ...this.#uploadDirectories]);
    return this.#act(selector, (tab, chooser) => upload(tab, selector, files, chooser, signal), signal);
  }

  async check(selector: string, wanted: boolean, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#perform((tab) => ({ selector, run: () => check(tab, selector, wanted, signal) }), signal);
  }

  async focus(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(selector, (tab) => focus(tab, selector), signal);
  }

  async pointer(input: PointerInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(undefined, (tab) => pointer(tab, input, signal), signal);
  }

  async touch(input: TouchInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(input.selector, (tab) => touch(tab, input, signal), signal);
  }

  async holdKey(input: HoldKeyInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act(undefined, (tab) => holdKey(tab, input, signal), signal);
  }

  async drop({ selector, paths = [], data }: DropInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    const files = await uploadableFiles(paths, [await this.#files.ensure(), ...this.#uploadDirectories]);
    return this.#act(selector, (tab) => dropOn(tab, selector, { files, data }, signal), signal);
  }

  async clipboard(input: ClipboardInput, { signal }: CallOptions): Promise<Answer<string>> {
    const scope = await this.#cookieJar();
    return this.#answer(async (tab) => ({ value: await clipboard(tab, input, scope) }), signal);
  }

  async scroll(input: ScrollInput, { signal }: CallOptions): Promise<Answer<Scrolled>> {
    return this.#answer((tab) => scroll(tab, input, signal), signal);
  }

  async ask<Action extends ReadAction>(
    command: PageCommand<Action>,
    { signal }: CallOptions,
  ): Promise<Answer<AnswerTo<Action>>> {
    return this.#answer((tab) => tab.answer(() => tab.frames.ask(command)), signal);
  }

  async waitFor(input: WaitInput, { signal }: CallOptions): Promise<Answer<number>> {
    const requests = () => this.#capture.network().entries;
    return this.#answer(async (tab) => ({ value: await waitInTab(tab, input, requests, signal) }), signal);
  }

  async changes({ signal }: CallOptions): Promise<Answer<PageChanges[]>> {
    return this.#answer((tab) => tab.answer(() => tab.frames.changes(MAX_CHANGES)), signal);
  }

  async evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>> {
    return this.#answer((tab) => evaluate(tab, script, options), options.signal);
  }

  async screenshot(input: ScreenshotInput, { signal }: CallOptions): Promise<Answer<Screenshot>> {
    // A picture changes nothing, so that the page need not be asked for afterwards.
    const [value, page] = await Promise.all([this.#inTab((tab) => screenshot(tab, input), signal), this.page()]);
    return { value, page, secrets: [] };
  }

  async consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>> {
    return this.#answered(await this.#capture.console());
  }

  async clearConsoleLogs(): Promise<number> {
    return this.#capture.clearConsole();
  }

  async networkRequests(): Promise<Answer<Captured<NetworkEntry>>> {
    return this.#answered(this.#capture.network());
  }

  async clearNetworkRequests(): Promise<number> {
    return this.#capture.clearNetwork();
  }

  async networkRequest(id: number): Promise<Answer<RequestDetails>> {
    const found = this.#capture.request(id);
    if (!found) throw noSuchRequest(id);
    return this.#answered(await this.#guarded(() => requestDetails(found.entry, found.record, this.#files)));
  }

  async routes(command: RouteCommand): Promise<Answer<RouteInfo[]>> {
    return this.#placed(this.#guarded(() => this.#routes.run(command)));
  }

  async setHeaders({ login, headers, origin }: OriginHeaders): Promise<Answer<void>> {
    const words = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
    const all = words === undefined ? headers : { ...headers, authorization: `Basic ${words}` };
    return this.#placed(this.#guarded(() => this.#routes.setHeaders({ origin, headers: all })));
  }

  async setConditions(conditions: NetworkConditions | undefined): Promise<Answer<void>> {
    return this.#placed(this.#guarded(() => this.#connection.setConditions(conditions)));
  }

  async audit(command: AuditCommand, { signal }: CallOptions): Promise<Answer<AuditReport>> {
    const options = { files: this.#files, isShared: this.#isShared, drives: this.#capture.pauses };
    return this.#answer(async (tab) => ({ value: await runAudit(tab, command, options) }), signal);
  }

  async har(command: HarCommand): Promise<Answer<HarOutcome>> {
    return this.#placed(this.#guarded(() => this.#har.run(command)));
  }

  async setOffline(offline: boolean): Promise<Answer<void>> {
    return this.#placed(this.#guarded(() => this.#connection.setOffline(offline)));
  }

  async pdf(input: PdfInput, { signal }: CallOptions): Promise<Answer<Uint8Array>> {
    return this.#placed(this.#inTab((tab) => printPdf(tab, input), signal));
  }

  async comparePictures(input: CompareInput, { signal }: CallOptions): Promise<Answer<PictureDifference>> {
    const load = async (path: string) => readImageFile(await this.#files.readable(path), path);
    const before = await load(input.before);
    const after = input.after === undefined ? undefined : await load(input.after);
    return this.#placed(this.#inTab((tab) => comparePictures(tab, input, before, after), signal));
  }

  async video(command: VideoCommand): Promise<Answer<VideoReport | undefined>> {
    return this.#placed(this.#guarded(() => this.#videos.run(command)));
  }

  async readImage(
    path: string,
    { signal }: CallOptions,
  ): Promise<Picture & { real: { width: number; height: number } }> {
    const image = await readImageFile(await this.#files.readable(path), path, this.#imageSide);
    const real = { width: image.width, height: image.height };
    return { ...(await this.#inTab((tab) => fitForModel(tab, image), signal)), real };
  }

  async secrets(): Promise<string[]> {
    const tab = this.alive ? this.#tabs.current : undefined;
    return tab?.secrets() ?? [];
  }

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    return this.#files.save(name, data);
  }

  async saveFileAs(path: string, data: string | Uint8Array): Promise<string> {
    return this.#files.saveAs(path, data);
  }

  async saveState(): Promise<BrowserState> {
    if (this.#isPersons) throw notAState('saved');
    return this.#guarded(async () =>
      readState(await this.#cookieJar(), await this.#tabs.all(), await this.#tabs.active()),
    );
  }

  async restoreState(state: BrowserState): Promise<void> {
    if (this.#isPersons) throw notAState('replaced');
    await this.#guarded(async () => {
      const old = await this.#tabs.all();
      const first = await this.#tabs.open();
      for (const tab of old) await this.#tabs.close(tab.id);
      await writeState(await this.#cookieJar(), first, state);
      let active = first;
      for (const [index, saved] of state.tabs.entries()) {
        const tab = index === 0 ? first : await this.#tabs.open();
        await writeSession(tab, saved);
        // The page line reports a page that does not load.
        await visit(tab, saved.url, this.#restoring(), this.#downloads).catch(() => {});
        // Its history has empty pages only.
        await tab.cdp.send('Page.resetNavigationHistory');
        if (saved.active) active = tab;
      }
      await this.#tabs.select(active.id);
    });
  }

  async emulate(input: EmulationInput): Promise<Answer<{ on: string[]; needsReload: boolean }>> {
    const change = async () => {
      const isOpen = (await this.#tabs.active()).document.url !== 'about:blank';
      const hadViewport = this.#emulation.viewport !== undefined;
      const needsReload = await this.#emulation.change(input);
      const viewport = this.#emulation.viewport ?? (hadViewport || input.reset ? this.#viewport : this.#tabs.viewport);
      await this.#tabs.resize(viewport);
      return { on: this.#emulation.names, needsReload: needsReload && isOpen };
    };
    return this.#placed(this.#guarded(change));
  }

  async cookies(command: CookieCommand, { signal }: CallOptions): Promise<Answer<Cookie[]>> {
    const jar = await this.#cookieJar();
    // A person's other sites are no business of this page's.
    const site = ({ document }: Tab) => (this.#isPersons ? { domain: hostOf(document.url) } : {});
    const work = async (tab: Tab) => ({
      value: await runCookieCommand(jar, { ...site(tab), ...command }, tab.document.url),
    });
    return this.#answer(work, signal);
  }

  async storage(command: StorageCommand, { signal }: CallOptions): Promise<Answer<StorageContent>> {
    return this.#answer(async (tab) => ({ value: await runStorageCommand(tab, command) }), signal);
  }

  async stateFile(input: StateFileInput): Promise<Answer<StateFile>> {
    if (input.action === 'save') {
      return this.#placed(saveStateFile(this.#files, await this.saveState(), input.path));
    }
    const { state, file } = await loadStateFile(this.#files, input);
    const { url } = (await this.#tabs.active()).document;
    // A state without tabs, as Playwright writes it, is for the page that is open.
    const tabs = state.tabs.length > 0 ? state.tabs : [{ url, session: [], active: true }];
    await this.restoreState({ ...state, tabs });
    return this.#placed(Promise.resolve(file));
  }

  async #cookieJar(): Promise<CookieJar> {
    return { root: await this.#chrome.root(), context: this.#tabs.contextId };
  }

  async close(): Promise<void> {
    await this.#videos.close();
    this.#isClosed = true;
    this.#chrome.browser.off('disconnected', this.#onLost);
    this.live.close();
    this.#tabs.stop();
    this.#downloads.stop();
    await this.#release();
    await this.#files.close();
  }

  async #restore(url: string): Promise<void> {
    const tab = await this.#tabs.active();
    // A page that does not load is not reported as restored.
    const download = await visit(tab, url, this.#restoring(), this.#downloads).catch(() => 'failed' as const);
    tab.restored = download === undefined;
  }

  #restoring(): NavigateOptions {
    const { signal } = new AbortController();
    return { waitUntil: 'domcontentloaded', timeout: RESTORE_TIMEOUT_MS, signal };
  }

  #perform(actionIn: (tab: Tab) => Action, signal: AbortSignal): Promise<Answer<ActionOutcome>> {
    return this.#answer((tab) => perform(this.#sceneOf(tab), actionIn(tab), signal), signal);
  }

  #act(
    selector: string | undefined,
    run: (tab: Tab, chooser: FileChooser) => Promise<ActionAnswer>,
    signal: AbortSignal,
    patience?: (acted: ActionAnswer) => number,
  ): Promise<Answer<ActionOutcome>> {
    const actionIn = (tab: Tab): Action => ({
      selector,
      run: async (chooser) => ({ acted: await run(tab, chooser) }),
      ...(patience ? { patience } : {}),
    });
    return this.#perform(actionIn, signal);
  }

  #sceneOf(tab: Tab): Scene {
    return { tab, tabs: this.#tabs, capture: this.#capture, downloads: this.#downloads };
  }

  /** Works in the active tab; the answer has the page as the work left it. */
  async #answer<T>(work: (tab: Tab) => Promise<Reply<T>>, signal?: AbortSignal): Promise<Answer<T>> {
    const { value, state } = await this.#inTab(async (tab) => {
      const reply = await work(tab);
      return { value: reply.value, state: tab === this.#tabs.current ? reply.state : undefined };
    }, signal);
    return this.#answered(value, state);
  }

  /** `state` is what the page has just replied with. */
  async #answered<T>(value: T, state?: StateAt): Promise<Answer<T>> {
    // The tab as it is: a call that ends neither revives it nor terminates its script.
    const tab = this.alive ? this.#tabs.current : undefined;
    if (!tab) return { value, page: await this.page(), secrets: [] };
    const { page, secrets } = await this.#guarded(() => tab.look(state));
    return { value, page: this.#withConnection(page), secrets };
  }

  /** For values that quote nothing of a page. */
  async #placed<T>(call: Promise<T>): Promise<Answer<T>> {
    return { value: await call, page: await this.page(), secrets: [] };
  }

  #withConnection(info: PageInfo): PageInfo {
    const { names } = this.#emulation;
    const network = [
      ...(this.#ignoresTlsErrors ? ['TLS errors are ignored'] : []),
      ...(this.#connection.name === undefined ? [] : [this.#connection.name]),
      ...this.#routes.names,
      ...(this.#har.isRecording ? ['recorded'] : []),
    ];
    return {
      ...info,
      ...(network.length > 0 ? { network } : {}),
      ...(this.#connection.isOffline ? { offline: true } : {}),
      ...(names.length > 0 ? { emulated: names } : {}),
    };
  }

  /** Goes somewhere, and fails when the page there is an error. */
  async #arrive<T>(go: (tab: Tab) => Promise<T>, options: { toLeave?: boolean } = {}): Promise<T> {
    const arrive = async (tab: Tab) => {
      const result = await go(tab);
      const { url, status } = tab.document;
      if (result === undefined && status && status.code >= 400) throw httpError(url, status.code, status.text);
      return result;
    };
    return this.#guarded(async () => arrive(await this.#tabs.active(options)));
  }

  /** Rejects when the caller gives up; the work checks the signal itself. */
  #inTab<T>(work: (tab: Tab) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#guarded(async () => {
      signal?.throwIfAborted();
      const working = this.#tabs.active().then((tab) => {
        assertNotOwnServer(tab.document.url, this.#closedPorts());
        return work(tab);
      });
      if (!signal) return working;
      return untilAborted(working, signal).catch(async (thrown) => {
        throw (signal.aborted ? await this.#tabs.current?.abandon() : undefined) ?? thrown;
      });
    });
  }

  /** Errors after the browser died are `browser_lost`. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (this.alive) throw thrown;
      throw new BtcpError('browser_lost', 'The browser ended during the call.', {
        hint: `Call again: the next call ${this.#chrome.nextCall}, at the same page.`,
        cause: thrown,
      });
    }
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function notAState(what: 'saved' | 'replaced'): BtcpError {
  return new BtcpError('unsupported', `The cookies and logins of a person's own browser cannot be ${what}.`, {
    hint: 'Connect with isolation "context", or use a browser that is started for the session.',
  });
}
