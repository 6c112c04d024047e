import { BtcpError, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type {
  ActionEffects,
  ActionOutcome,
  Answer,
  BrowserSession,
  CallOptions,
  ClickInput,
  DragInput,
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
  TextFormat,
  TypeInput,
  WaitInput,
} from '../port/browser-session.js';
import { need, readActed, readScrolled, readSnapshot } from './answers.js';
import { changesIn } from './changes-in.js';
import { findInSnapshot, searchOptions } from './find-in-snapshot.js';
import type { PageCommand, PageLink } from './page-link.js';

const ACTION_TIMEOUT = 30_000;
/** What its only tab is called. */
export const PAGE_TAB = 'page';

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
    return { url, title, status: null, tab: PAGE_TAB, loading: false };
  }

  async tabs(): Promise<Answer<TabInfo[]>> {
    const page = await this.page();
    return { value: [{ id: PAGE_TAB, url: page.url, title: page.title, active: true }], page, secrets: [] };
  }

  async selectTab(id: string): Promise<Answer<void>> {
    if (id !== PAGE_TAB)
      throw new BtcpError('not_found', `There is no tab ${id}: this is one tab of a person's browser.`, {
        hint: `Its only tab is ${PAGE_TAB}.`,
      });
    return this.#answer(undefined);
  }

  navigate(url: string, options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#go({ action: 'navigate', url }, options);
  }

  back(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#go({ action: 'back' }, options);
  }

  forward(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#go({ action: 'forward' }, options);
  }

  reload(options: NavigateOptions): Promise<Answer<undefined>> {
    return this.#go({ action: 'reload' }, options);
  }

  async snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    const snapshot = await this.#link.command({ action: 'snapshot', ...options }, { signal });
    this.#hasBeenRead = true;
    return this.#answer(need(readSnapshot, snapshot));
  }

  async find(input: FindInput, options: CallOptions): Promise<Answer<Found>> {
    const answer = await this.snapshot({ ...searchOptions(input), ...options });
    return { ...answer, value: findInSnapshot(answer.value, input) };
  }

  click({ wait, ...input }: ClickInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'click', ...input }, signal, wait);
  }

  hover(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'hover', selector }, signal);
  }

  async type({ submit, wait, origin, ...input }: TypeInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    if (origin !== undefined) throw noSecrets();
    const typed = await this.#act({ action: 'type', ...input }, signal, wait);
    if (!submit) return typed;
    const pressed = await this.press('Enter', input.selector, { signal });
    return { ...pressed, value: { acted: typed.value.acted, effects: pressed.value.effects } };
  }

  async fill(selector: string, value: string, { origin, signal }: FillOptions): Promise<Answer<ActionOutcome>> {
    if (origin !== undefined) throw noSecrets();
    return this.#act({ action: 'fill', selector, value }, signal);
  }

  select(selector: string, choices: readonly string[], { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'select', selector, values: choices }, signal);
  }

  press(key: string, selector: string | undefined, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'press', key, selector }, signal);
  }

  drag({ selector, to }: DragInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'drag', selector, to }, signal);
  }

  async scroll(input: ScrollInput, { signal }: CallOptions): Promise<Answer<Scrolled>> {
    return this.#answer(need(readScrolled, await this.#link.command({ action: 'scroll', ...input }, { signal })));
  }

  async getText(selector: string, format: TextFormat, { signal }: CallOptions): Promise<Answer<string>> {
    return this.#answer(String((await this.#link.command({ action: 'getText', selector, format }, { signal })).text));
  }

  async getAttribute(selector: string, attribute: string, { signal }: CallOptions): Promise<Answer<string | null>> {
    const { value } = await this.#link.command({ action: 'getAttribute', selector, attribute }, { signal });
    return this.#answer(typeof value === 'string' ? value : null);
  }

  async isVisible(selector: string, { signal }: CallOptions): Promise<Answer<boolean>> {
    return this.#answer((await this.#link.command({ action: 'isVisible', selector }, { signal })).visible === true);
  }

  async waitFor({ loadState, ...input }: WaitInput, { signal }: CallOptions): Promise<Answer<number>> {
    if (loadState === 'networkidle')
      throw new BtcpError('unsupported', 'A page cannot tell when its network is idle.', {
        hint: 'Wait for a text or an element instead.',
      });
    // A page that answers has been loaded.
    const { timeout: _, ...conditions } = input;
    if (loadState !== undefined && Object.values(conditions).every((value) => value === undefined))
      return this.#answer(0);
    return this.#answer(Number((await this.#link.command({ action: 'waitFor', ...input }, { signal })).elapsed));
  }

  async evaluate(script: string, { awaitPromise, timeout, signal }: EvaluateOptions): Promise<Answer<string>> {
    if (!awaitPromise)
      throw new BtcpError('unsupported', 'A page always waits for the promises of its scripts.', {
        hint: 'Leave await out, or use a browser of the system.',
      });
    const { result } = await this.#link.command({ action: 'evaluate', script, timeout }, { signal });
    return this.#answer(JSON.stringify(result));
  }

  /** What is to be hidden is not told to the page: secrets are given to the origin that they belong to alone. */
  async screenshot(
    { hide: _, ...input }: ScreenshotInput,
    { signal }: CallOptions,
  ): Promise<Answer<{ full: Picture; forModel: Picture }>> {
    const { screenshot, format, width, height } = await this.#link.command(
      { action: 'screenshot', ...input },
      { signal },
    );
    const image = {
      data: String(screenshot),
      mimeType: `image/${format}`,
      width: Number(width),
      height: Number(height),
    };
    return this.#answer({ full: image, forModel: image });
  }

  // The files of the server are not for a page of a person's browser.
  upload = refuse('take files of the server');
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

  /** What a person's password fields hold stays in their page, which masks it itself. */
  async secrets(): Promise<string[]> {
    return [];
  }

  async saveFile(_name: string, _data: string | Uint8Array): Promise<string> {
    throw unsupported('keep files');
  }

  /** Lets go of the page, which stays with the person. */
  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #go(command: PageCommand, { waitUntil, timeout, signal }: NavigateOptions): Promise<Answer<undefined>> {
    await this.#link.follow({ timeout, signal })({ ...command, waitUntil, timeout });
    return this.#answer(undefined);
  }

  async #answer<T>(value: T): Promise<Answer<T>> {
    return { value, page: await this.page(), secrets: [] };
  }

  /** Acts, and tells what came of it. */
  async #act(command: PageCommand, signal: AbortSignal, wait?: number): Promise<Answer<ActionOutcome>> {
    const { selector } = command;
    if (wait !== undefined)
      await this.#link.command({ action: 'waitFor', selector, state: 'attached', timeout: wait }, { signal });
    const started = Date.now();
    const follow = this.#link.follow({ timeout: ACTION_TIMEOUT, signal });
    const { answer, hasLeft } = await follow(command);
    // A page may answer first and go then, which shows when it is looked at.
    const look = hasLeft || !this.#hasBeenRead ? undefined : await follow(LOOK);
    const effects: ActionEffects = { waited: Date.now() - started };
    const page = await this.page();
    if (hasLeft || look?.hasLeft) effects.navigated = page.url;
    else if (look) Object.assign(effects, changesOf(need(readSnapshot, look.answer).tree));
    const acted = readActed(answer) ?? { role: String(selector ?? 'the page'), name: '', ref: '' };
    return { value: { acted, effects }, page, secrets: [] };
  }
}

/** Reads the lines that differ from what was read last. */
const LOOK: PageCommand = { action: 'snapshot', diff: true, header: false };

function changesOf(tree: string): Partial<ActionEffects> {
  return tree === '' || tree.startsWith('[no changes') ? {} : { changes: changesIn(tree) };
}

/** Whether the page is what it says it is, and where the text would go, is not for us to know. */
function noSecrets(): BtcpError {
  return new BtcpError('unsupported', 'Secrets are not typed into a page that a person has connected.', {
    hint: 'Let the person type it, or use a browser of the system.',
  });
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw unsupported(what);
  };
}

function unsupported(what: string): BtcpError {
  return new BtcpError('unsupported', `A page cannot ${what}.`, { hint: 'Use a browser of the system for this.' });
}
