import { BtcpError, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type {
  ActionOutcome,
  BrowserSession,
  ClickInput,
  Effects,
  NavigateOptions,
  PageInfo,
  Picture,
  ScreenshotInput,
  Scrolled,
  ScrollInput,
  TabInfo,
  TextFormat,
  TypeInput,
  WaitInput,
} from '../browser-session.js';
import { need, readActed, readScrolled, readSnapshot } from './answers.js';
import type { PageCommand, PageLink } from './page-link.js';

const ACTION_TIMEOUT = 30_000;
const TAB = 'page';

/** A page with a browser agent in it, as a browser for the `browser_*` tools. What only a whole browser can do is refused. */
export class PageSession implements BrowserSession {
  readonly #link: PageLink;
  #isClosed = false;
  #hasBeenRead = false;
  #lastUrl = '';

  constructor(link: PageLink) {
    this.#link = link;
  }

  get alive(): boolean {
    return !this.#isClosed && this.#link.alive;
  }

  get lastUrl(): string {
    return this.#lastUrl;
  }

  async page(): Promise<PageInfo> {
    const { url, title } = await this.#link.where();
    this.#lastUrl = url;
    return { url, title, status: null, tab: TAB, loading: false };
  }

  async tabs(): Promise<TabInfo[]> {
    const { url, title } = await this.page();
    return [{ id: TAB, url, title, active: true }];
  }

  async selectTab(id: string): Promise<void> {
    if (id !== TAB) throw new BtcpError('not_found', `There is no tab ${id}: this is one tab of a person's browser.`);
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

  async snapshot({ signal, ...options }: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot> {
    const snapshot = await this.#link.command({ action: 'snapshot', ...options }, { signal });
    this.#hasBeenRead = true;
    return need(readSnapshot, snapshot);
  }

  click({ wait, ...input }: ClickInput): Promise<ActionOutcome> {
    return this.#act({ action: 'click', ...input }, wait);
  }

  hover(selector: string): Promise<ActionOutcome> {
    return this.#act({ action: 'hover', selector });
  }

  async type({ submit, wait, ...input }: TypeInput): Promise<ActionOutcome> {
    const typed = await this.#act({ action: 'type', ...input }, wait);
    if (!submit) return typed;
    const { effects } = await this.press('Enter', input.selector);
    return { acted: typed.acted, effects };
  }

  fill(selector: string, value: string): Promise<ActionOutcome> {
    return this.#act({ action: 'fill', selector, value });
  }

  select(selector: string, options: readonly string[]): Promise<ActionOutcome> {
    return this.#act({ action: 'select', selector, values: options });
  }

  press(key: string, selector?: string): Promise<ActionOutcome> {
    return this.#act({ action: 'press', key, selector });
  }

  async scroll(input: ScrollInput): Promise<Scrolled> {
    return need(readScrolled, await this.#link.command({ action: 'scroll', ...input }));
  }

  async getText(selector: string, format: TextFormat): Promise<string> {
    return String((await this.#link.command({ action: 'getText', selector, format })).text);
  }

  async getAttribute(selector: string, attribute: string): Promise<string | null> {
    const { value } = await this.#link.command({ action: 'getAttribute', selector, attribute });
    return typeof value === 'string' ? value : null;
  }

  async isVisible(selector: string): Promise<boolean> {
    return (await this.#link.command({ action: 'isVisible', selector })).visible === true;
  }

  async waitFor({ loadState, ...input }: WaitInput): Promise<number> {
    if (loadState === 'networkidle') throw new BtcpError('unsupported', 'A page cannot tell when its network is idle.');
    // A page that answers has been loaded.
    const { timeout: _, ...conditions } = input;
    if (loadState !== undefined && Object.values(conditions).every((value) => value === undefined)) return 0;
    return Number((await this.#link.command({ action: 'waitFor', ...input })).elapsed);
  }

  async evaluate(
    script: string,
    { awaitPromise, timeout }: { awaitPromise: boolean; timeout: number },
  ): Promise<string> {
    if (!awaitPromise) throw new BtcpError('unsupported', 'A page always waits for the promises of its scripts.');
    return JSON.stringify((await this.#link.command({ action: 'evaluate', script, timeout })).result);
  }

  async screenshot(input: ScreenshotInput): Promise<{ full: Picture; forModel: Picture }> {
    const { screenshot, format, width, height } = await this.#link.command({ action: 'screenshot', ...input });
    const image = {
      data: String(screenshot),
      mimeType: `image/${format}`,
      width: Number(width),
      height: Number(height),
    };
    return { full: image, forModel: image };
  }

  openTab = refuse('open a tab');
  closeTab = refuse('close the tab');
  resize = refuse('change its size');
  answerDialog = refuse('answer its own dialog');
  consoleLogs = refuse('show its console');
  clearConsoleLogs = refuse('clear its console');
  networkRequests = refuse('show its requests');
  clearNetworkRequests = refuse('clear its requests');
  setOffline = refuse('go offline');
  readImage = refuse('read files');

  async saveFile(_name: string, _data: string | Uint8Array): Promise<string> {
    throw unsupported('keep files');
  }

  /** Lets go of the page, which stays with the person. */
  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #go(command: PageCommand, { waitUntil, timeout, signal }: NavigateOptions): Promise<void> {
    await this.#link.follow({ timeout, signal })({ ...command, waitUntil, timeout });
  }

  /** Acts, and tells what came of it. */
  async #act(command: PageCommand, wait?: number): Promise<ActionOutcome> {
    const { selector } = command;
    if (wait !== undefined) await this.#link.command({ action: 'waitFor', selector, state: 'attached', timeout: wait });
    const started = Date.now();
    const follow = this.#link.follow({ timeout: ACTION_TIMEOUT, signal: new AbortController().signal });
    const { answer, hasLeft } = await follow(command);
    // A page may answer first and go then, which shows when it is looked at.
    const look = hasLeft || !this.#hasBeenRead ? undefined : await follow(LOOK);
    const effects: Effects = { waited: Date.now() - started };
    if (hasLeft || look?.hasLeft) effects.navigated = (await this.page()).url;
    else if (look) Object.assign(effects, changesIn(need(readSnapshot, look.answer).tree));
    return { acted: readActed(answer) ?? { element: String(selector ?? 'the page'), ref: '' }, effects };
  }
}

/** Reads the lines that differ from what was read last. */
const LOOK: PageCommand = { action: 'snapshot', diff: true, header: false };

function changesIn(tree: string): Pick<Effects, 'changes'> {
  return tree === '' || tree.startsWith('[no changes') ? {} : { changes: tree };
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw unsupported(what);
  };
}

function unsupported(what: string): BtcpError {
  return new BtcpError('unsupported', `A page cannot ${what}.`, { hint: 'Use a browser of the system for this.' });
}
