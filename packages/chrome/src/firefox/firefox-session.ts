import {
  type AnswerTo,
  BtcpError,
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
  BrowserSession,
  BrowserState,
  CallOptions,
  Captured,
  ClickInput,
  ConsoleEntry,
  Cookie,
  CookieCommand,
  Dialog,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
  NavigateOptions,
  PageInfo,
  Picture,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  TabInfo,
  TypeInput,
  UploadInput,
  WaitInput,
} from '@btcp/tools';
import type { PageState } from 'btcp-browser-agent';
import type { Browser } from 'puppeteer-core';
import type { SessionFiles } from '../files/session-files.js';
import { uploadableFiles } from '../files/upload-folders.js';
import type { ExplainFailure } from '../policy/connection-failure.js';
import type { VisitByName } from '../policy/local-visits.js';
import { navigationFailed } from '../tab/navigation-errors.js';
import { check, click, hover, press, type, upload } from './act.js';
import { runCookies } from './cookies.js';
import { evaluateInPage } from './evaluate.js';
import type { Acted, FirefoxTab } from './firefox-tab.js';
import type { FirefoxTabs } from './firefox-tabs.js';
import { takePicture } from './screenshot.js';
import { travel, travelAnew } from './travel.js';
import { waitInFirefox } from './wait.js';

export interface FirefoxSessionOptions {
  browser: Browser;
  tabs: FirefoxTabs;
  files: SessionFiles;
  uploadDirectories: readonly string[];
  imageSide: number;
  byName: VisitByName;
  explain: ExplainFailure;
  release(): Promise<void>;
}

/** One Firefox of one conversation, over WebDriver BiDi: what BiDi can serve. Optional powers of the port are Chrome's. */
export class FirefoxSession implements BrowserSession {
  readonly #options: FirefoxSessionOptions;
  readonly #tabs: FirefoxTabs;
  #isClosed = false;

  constructor(options: FirefoxSessionOptions) {
    this.#options = options;
    this.#tabs = options.tabs;
  }

  get alive(): boolean {
    return !this.#isClosed && this.#options.browser.connected;
  }

  get lastUrl(): string {
    return this.#tabs.current?.page.url() ?? 'about:blank';
  }

  async page(): Promise<PageInfo> {
    const tab = await this.#tabs.active();
    return tab.info(await tab.state().catch(() => undefined));
  }

  async navigate(url: string, options: NavigateOptions): Promise<Answer<undefined>> {
    const { byName, explain } = this.#options;
    const go = (tab: FirefoxTab) => byName(url, () => travel(tab, (wait) => tab.page.goto(url, wait), options));
    return this.#in(go, options).catch((thrown) => {
      const failure = BtcpError.from(thrown).code === 'navigation_failed' ? explain(url) : undefined;
      throw failure?.refusal ? navigationFailed(url, failure) : thrown;
    });
  }

  async back(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#in((tab) => travelAnew(tab, () => tab.page.goBack(), options), options);
  }

  async forward(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#in((tab) => travelAnew(tab, () => tab.page.goForward(), options), options);
  }

  async reload(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#in((tab) => travelAnew(tab, () => tab.page.reload(), options), options);
  }

  async tabs(): Promise<Answer<TabInfo[]>> {
    return this.#in(() => this.#tabs.list());
  }

  async openTab(): Promise<Answer<void>> {
    await this.#tabs.open();
    return this.#in(async () => {});
  }

  async selectTab(id: string): Promise<Answer<void>> {
    await this.#tabs.select(id);
    return this.#in(async () => {});
  }

  async closeTab(id: string): Promise<Answer<void>> {
    await this.#tabs.close(id);
    return this.#in(async () => {});
  }

  async resize(size: { width: number; height: number }, options: CallOptions): Promise<Answer<void>> {
    return this.#in((tab) => tab.page.setViewport(size), options);
  }

  async answerDialog(
    accept: boolean,
    text: string | undefined,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>> {
    return this.#in(async (tab) => {
      const dialog = await tab.answerDialog(accept, text);
      const { effects } = await tab.perform(async () => ({ acted: { role: 'dialog', name: '', ref: '' } }));
      return { dialog, effects };
    });
  }

  async snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    return this.#in(async (tab) => (await tab.script.ask({ action: 'snapshot', ...options })).value, { signal });
  }

  async find(input: FindInput, options: CallOptions): Promise<Answer<Found>> {
    return this.#in(async (tab) => (await tab.script.ask({ action: 'find', ...input })).value, options);
  }

  async ask<Action extends ReadAction>(
    command: PageCommand<Action>,
    options: CallOptions,
  ): Promise<Answer<AnswerTo<Action>>> {
    const ask = async (tab: FirefoxTab) => (await tab.script.ask(command as never)).value as AnswerTo<Action>;
    return this.#in(ask, options);
  }

  async click(input: ClickInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act((tab) => click(tab, input), options);
  }

  async hover(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act((tab) => hover(tab, selector), options);
  }

  async type(input: TypeInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act((tab) => type(tab, input), options);
  }

  async press(key: string, selector: string | undefined, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act((tab) => press(tab, key, selector), options);
  }

  async check(selector: string, wanted: boolean, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act((tab) => check(tab, selector, wanted), options);
  }

  async focus(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#change((tab) => tab.script.ask({ action: 'focusForKeys', selector }), options);
  }

  async upload({ selector, paths }: UploadInput, options: CallOptions): Promise<Answer<ActionOutcome>> {
    const { files, uploadDirectories } = this.#options;
    const allowed = await uploadableFiles(paths, [await files.ensure(), ...uploadDirectories]);
    return this.#act((tab) => upload(tab, selector, allowed), options);
  }

  async fill(selector: string, value: string, { origin, signal }: FillOptions): Promise<Answer<ActionOutcome>> {
    return this.#change((tab) => tab.script.ask({ action: 'fill', selector, value, origin }), { signal });
  }

  async select(selector: string, choices: readonly string[], options: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#change((tab) => tab.script.ask({ action: 'select', selector, values: [...choices] }), options);
  }

  async scroll(input: ScrollInput, options: CallOptions): Promise<Answer<Scrolled>> {
    return this.#in(async (tab) => (await tab.script.ask({ action: 'scroll', ...input })).value, options);
  }

  async waitFor(input: WaitInput, options: CallOptions): Promise<Answer<number>> {
    return this.#in((tab) => waitInFirefox(tab, input, options.signal), options);
  }

  async evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>> {
    return this.#in(
      async (tab) => (await tab.orDialog(evaluateInPage(tab.page, script, options))) ?? 'undefined',
      options,
    );
  }

  async screenshot(
    input: ScreenshotInput,
    options: CallOptions,
  ): Promise<Answer<{ full: Picture; forModel: Picture }>> {
    return this.#in((tab) => takePicture(tab, input, this.#options.imageSide), options);
  }

  async consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>> {
    return this.#in((tab) => tab.logs());
  }

  async clearConsoleLogs(): Promise<number> {
    return (await this.#tabs.active()).clearLogs();
  }

  async cookies(command: CookieCommand, options: CallOptions): Promise<Answer<Cookie[]>> {
    return this.#in((tab) => runCookies(tab.page, command), options);
  }

  drag = refuse('drag');
  networkRequests = refuse('list its requests');
  clearNetworkRequests = refuse('list its requests');
  setOffline = refuse('go offline');
  readImage = refuse('read image files');
  saveState = refuse('save its state') as () => Promise<BrowserState>;
  restoreState = refuse('restore a state');

  async secrets(): Promise<string[]> {
    return (await this.#tabs.current?.state())?.secrets ?? [];
  }

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    return this.#options.files.save(name, data);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.browser.close().catch(() => {});
    await this.#options.release();
    await this.#options.files.close();
  }

  async #change(
    change: (tab: FirefoxTab) => Promise<{ value: Acted['acted'] }>,
    options: CallOptions,
  ): Promise<Answer<ActionOutcome>> {
    return this.#act(async (tab) => {
      await tab.script.ask({ action: 'watch' });
      return { acted: (await change(tab)).value };
    }, options);
  }

  async #act(act: (tab: FirefoxTab) => Promise<Acted>, options: CallOptions): Promise<Answer<ActionOutcome>> {
    const before = new Set(await this.#tabs.all());
    return this.#in(async (tab) => {
      const outcome = await tab.perform(() => act(tab));
      const opened = (await this.#tabs.all()).filter((each) => !before.has(each));
      if (opened.length === 0) return outcome;
      const openedTabs = opened.map(({ id, page }) => ({ id, url: page.url(), title: '', active: false }));
      return { ...outcome, effects: { ...outcome.effects, openedTabs } };
    }, options);
  }

  async #in<T>(run: (tab: FirefoxTab) => Promise<T>, options?: CallOptions): Promise<Answer<T>> {
    const tab = await this.#tabs.active();
    const value = await (options ? untilAborted(run(tab), options.signal) : run(tab));
    const now = await this.#tabs.active();
    const state: PageState | undefined = await now.state().catch(() => undefined);
    return { value, page: now.info(state), secrets: state?.secrets ?? [] };
  }
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw new BtcpError('unsupported', `Firefox cannot ${what} here.`, {
      hint: 'Chrome can: start the server without --browser firefox.',
    });
  };
}
