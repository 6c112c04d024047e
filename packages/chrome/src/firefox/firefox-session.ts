import {
  type AnswerTo,
  BtcpError,
  type PageCommand,
  type ReadAction,
  type Snapshot,
  type SnapshotOptions,
} from '@btcp/protocol';
import type {
  ActionEffects,
  ActionOutcome,
  Answer,
  BrowserSession,
  BrowserState,
  CallOptions,
  Captured,
  ClickInput,
  ConsoleEntry,
  Cookie,
  CookieCommand,
  Dialog,
  DragInput,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
  HoldKeyInput,
  NavigateOptions,
  NetworkEntry,
  PageInfo,
  PdfInput,
  Picture,
  PointerInput,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  StorageCommand,
  StorageContent,
  TabInfo,
  TypeInput,
  UploadInput,
  WaitInput,
} from '@btcp/tools';
import type { Browser } from 'puppeteer-core';
import type { SessionFiles } from '../files/session-files.js';
import { uploadableFiles } from '../files/upload-folders.js';
import type { ExplainFailure } from '../policy/connection-failure.js';
import type { VisitByName } from '../policy/local-visits.js';
import { navigationFailed } from '../tab/navigation-errors.js';
import { check, click, hover, press, type, upload } from './act.js';
import { runCookies } from './cookies.js';
import { evaluateInPage } from './evaluate.js';
import { FirefoxCalls } from './firefox-calls.js';
import type { FirefoxTab } from './firefox-tab.js';
import type { FirefoxTabs } from './firefox-tabs.js';
import { printInFirefox } from './pdf.js';
import { drag, holdKey, pointer } from './pointer.js';
import { takePicture } from './screenshot.js';
import { storageInFirefox } from './storage.js';
import { travel, travelAnew } from './travel.js';
import { waitInFirefox } from './wait.js';

export interface FirefoxSessionOptions {
  browser: Browser;
  tabs: FirefoxTabs;
  files: SessionFiles;
  uploadDirectories: readonly string[];
  imageSide: number;
  ignoresTlsErrors: boolean;
  byName: VisitByName;
  explain: ExplainFailure;
  release(): Promise<void>;
}

/** One Firefox of one conversation, over WebDriver BiDi: what BiDi can serve. Optional powers of the port are Chrome's. */
export class FirefoxSession extends FirefoxCalls implements BrowserSession {
  readonly #options: FirefoxSessionOptions;
  #isClosed = false;

  constructor(options: FirefoxSessionOptions) {
    super(options.tabs, options.ignoresTlsErrors ? { network: ['TLS errors are ignored'] } : {});
    this.#options = options;
  }

  get alive(): boolean {
    return !this.#isClosed && this.#options.browser.connected;
  }

  get lastUrl(): string {
    return this.openTabs.current?.page.url() ?? 'about:blank';
  }

  async page(): Promise<PageInfo> {
    return (await this.in(async () => undefined)).page;
  }

  async navigate(url: string, options: NavigateOptions): Promise<Answer<undefined>> {
    const { byName, explain } = this.#options;
    const go = (tab: FirefoxTab) => byName(url, () => travel(tab, (wait) => tab.page.goto(url, wait), options));
    return this.in(go, options).catch((thrown) => {
      const failure = BtcpError.from(thrown).code === 'navigation_failed' ? explain(url) : undefined;
      throw failure?.refusal ? navigationFailed(url, failure) : thrown;
    });
  }

  async back(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.in((tab) => travelAnew(tab, () => tab.page.goBack(), options), options);
  }

  async forward(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.in((tab) => travelAnew(tab, () => tab.page.goForward(), options), options);
  }

  async reload(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.in((tab) => travelAnew(tab, () => tab.page.reload(), options), options);
  }

  async tabs(): Promise<Answer<TabInfo[]>> {
    return this.in(() => this.openTabs.list());
  }

  async openTab(): Promise<Answer<void>> {
    await this.openTabs.open();
    return this.in(async () => {});
  }

  async selectTab(id: string): Promise<Answer<void>> {
    await this.openTabs.select(id);
    return this.in(async () => {});
  }

  async closeTab(id: string): Promise<Answer<void>> {
    await this.openTabs.close(id);
    return this.in(async () => {});
  }

  async resize(size: { width: number; height: number }, options: CallOptions): Promise<Answer<void>> {
    return this.in((tab) => tab.page.setViewport(size), options);
  }

  async answerDialog(
    accept: boolean,
    text: string | undefined,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>> {
    return this.in(async (tab) => {
      const dialog = await tab.answerDialog(accept, text);
      const { effects } = await tab.perform(async () => ({ acted: { role: 'dialog', name: '', ref: '' } }));
      return { dialog, effects };
    });
  }

  async snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    return this.in((tab) => tab.frames.snapshot(options), { signal });
  }

  async find(input: FindInput, options: CallOptions): Promise<Answer<Found>> {
    return this.in((tab) => tab.frames.find(input), options);
  }

  async ask<Action extends ReadAction>(
    command: PageCommand<Action>,
    options: CallOptions,
  ): Promise<Answer<AnswerTo<Action>>> {
    return this.in((tab) => tab.frames.ask(command), options);
  }

  async click(input: ClickInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => click(tab, input), options);
  }

  async hover(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => hover(tab, selector), options);
  }

  async type(input: TypeInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => type(tab, input), options);
  }

  async press(key: string, selector: string | undefined, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => press(tab, key, selector), options);
  }

  async check(selector: string, wanted: boolean, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => check(tab, selector, wanted), options);
  }

  async focus(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.change(selector, (link) => link.ask({ action: 'focusForKeys', selector }), options);
  }

  async upload({ selector, paths }: UploadInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    const { files, uploadDirectories } = this.#options;
    const allowed = await uploadableFiles(paths, [await files.ensure(), ...uploadDirectories]);
    return this.act((tab) => upload(tab, selector, allowed), options);
  }

  async fill(selector: string, value: string, { origin, signal }: FillOptions): Promise<Answer<ActionOutcome>> {
    return this.change(selector, (link) => link.ask({ action: 'fill', selector, value, origin }), { signal });
  }

  async select(selector: string, choices: readonly string[], options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.change(selector, (link) => link.ask({ action: 'select', selector, values: [...choices] }), options);
  }

  async scroll(input: ScrollInput, options: CallOptions): Promise<Answer<Scrolled>> {
    return this.in(
      async (tab) => (await tab.frames.of(input.selector).ask({ action: 'scroll', ...input })).value,
      options,
    );
  }

  async waitFor(input: WaitInput, options: CallOptions): Promise<Answer<number>> {
    return this.in((tab) => waitInFirefox(tab, input, options.signal), options);
  }

  async evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>> {
    return this.in(
      async (tab) => (await tab.orDialog(evaluateInPage(tab.page, script, options))) ?? 'undefined',
      options,
    );
  }

  async screenshot(
    input: ScreenshotInput,
    options: CallOptions,
  ): Promise<Answer<{ full: Picture; forModel: Picture }>> {
    return this.in((tab) => takePicture(tab, input, this.#options.imageSide), options);
  }

  async consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>> {
    return this.in((tab) => tab.logs());
  }

  async clearConsoleLogs(): Promise<number> {
    return (await this.openTabs.active()).clearLogs();
  }

  async cookies(command: CookieCommand, options: CallOptions): Promise<Answer<Cookie[]>> {
    return this.in((tab) => runCookies(tab.page, command), options);
  }

  async drag(input: DragInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => drag(tab, input, options.signal), options);
  }

  async pointer(input: PointerInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => pointer(tab, input), options);
  }

  async holdKey(input: HoldKeyInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.act((tab) => holdKey(tab, input), options);
  }

  async pdf(input: PdfInput, options: CallOptions): Promise<Answer<Uint8Array>> {
    return this.in((tab) => printInFirefox(tab, input), options);
  }

  async storage(command: StorageCommand, options: CallOptions): Promise<Answer<StorageContent>> {
    return this.in((tab) => storageInFirefox(tab, command), options);
  }

  async networkRequests(): Promise<Answer<Captured<NetworkEntry>>> {
    return this.in(async (tab) => tab.requests.read());
  }

  async clearNetworkRequests(): Promise<number> {
    return (await this.openTabs.active()).requests.clear();
  }

  setOffline = refuse('go offline');
  readImage = refuse('read image files');
  saveState = refuse('save its state') as () => Promise<BrowserState>;
  restoreState = refuse('restore a state');

  async secrets(): Promise<string[]> {
    return (await this.openTabs.current?.state())?.secrets ?? [];
  }

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    return this.#options.files.save(name, data);
  }

  async saveFileAs(path: string, data: string | Uint8Array): Promise<string> {
    return this.#options.files.saveAs(path, data);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.browser.close().catch(() => {});
    await this.#options.release();
    await this.#options.files.close();
  }
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw new BtcpError('unsupported', `Firefox cannot ${what} here.`, {
      hint: 'Chrome can: start the server without --browser firefox.',
    });
  };
}
