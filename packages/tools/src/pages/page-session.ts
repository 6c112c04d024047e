import {
  type AnswerTo,
  BtcpError,
  type PageCommand,
  type ReadAction,
  readAnswer,
  type Snapshot,
  type SnapshotOptions,
} from '@btcp/protocol';
import type {
  ActionEffects,
  ActionOutcome,
  ClickInput,
  DragInput,
  Scrolled,
  ScrollInput,
  TabInfo,
  TypeInput,
} from '../port/actions.js';
import type {
  Answer,
  BrowserSession,
  CallOptions,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
  NavigateOptions,
  PageInfo,
  WaitInput,
} from '../port/browser-session.js';
import type { Picture, ScreenshotInput } from '../port/pictures.js';
import type { CheckedReply, PageLink } from './page-link.js';
import { type CheckedAction, type CheckedAnswer, checkAnswer, readAction } from './read-answers.js';
import { strangeAnswer } from './read-reply.js';

const ACTION_TIMEOUT_MS = 30_000;
export const PAGE_TAB = 'page';

/** A page with a BrowserAgent as a browser for the `browser_*` tools; calls that need a whole browser are rejected. */
export class PageSession implements BrowserSession {
  readonly #link: PageLink;
  #isClosed = false;
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
    const { data, page } = await this.#link.command({ action: 'getUrl' });
    if (page) return this.#info(page);
    const { title } = (await this.#link.command({ action: 'getTitle' })).data;
    return this.#info({ url: String(data.url), title: String(title) });
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
    return { value: undefined, page: await this.page(), secrets: [] };
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

  snapshot({ signal, ...options }: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>> {
    return this.#read({ action: 'snapshot', ...options }, signal, (snapshot) => snapshot);
  }

  find(input: FindInput, { signal }: CallOptions): Promise<Answer<Found>> {
    return this.#read({ action: 'find', ...input }, signal, (found) => found);
  }

  click({ wait, modifiers, ...input }: ClickInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'click', ...input, modifiers: modifiers && [...modifiers] }, signal, wait);
  }

  hover(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'hover', selector }, signal);
  }

  async type({ submit, wait, origin, ...input }: TypeInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    if (origin !== undefined) throw noSecrets();
    const typed = await this.#act({ action: 'type', ...input }, signal, wait);
    if (!submit) return typed;
    const pressed = await this.press('Enter', input.selector, { signal });
    // What Enter left in the field is unknown.
    const { value: _, ...acted } = typed.value.acted;
    return { ...pressed, value: { acted, effects: pressed.value.effects } };
  }

  async fill(selector: string, value: string, { origin, signal }: FillOptions): Promise<Answer<ActionOutcome>> {
    if (origin !== undefined) throw noSecrets();
    return this.#act({ action: 'fill', selector, value }, signal);
  }

  select(selector: string, choices: readonly string[], { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'select', selector, values: [...choices] }, signal);
  }

  press(key: string, selector: string | undefined, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'press', key, selector }, signal);
  }

  check(selector: string, wanted: boolean, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: wanted ? 'check' : 'uncheck', selector }, signal);
  }

  focus(selector: string, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'focus', selector }, signal);
  }

  drag({ selector, to }: DragInput, { signal }: CallOptions): Promise<Answer<ActionOutcome>> {
    return this.#act({ action: 'drag', selector, to }, signal);
  }

  scroll(input: ScrollInput, { signal }: CallOptions): Promise<Answer<Scrolled>> {
    return this.#read({ action: 'scroll', ...input }, signal, (scrolled) => scrolled);
  }

  async ask<Action extends ReadAction>(
    command: PageCommand<Action> & PageCommand,
    { signal }: CallOptions,
  ): Promise<Answer<AnswerTo<Action>>> {
    const reply = await this.#link.command(command, { signal });
    const answer = readAnswer(command.action, reply.data);
    if (!answer) throw strangeAnswer();
    return this.#answer(answer, reply);
  }

  async waitFor({ loadState, ...input }: WaitInput, { signal }: CallOptions): Promise<Answer<number>> {
    if (loadState === 'networkidle')
      throw new BtcpError('unsupported', 'A page cannot report when its network is idle.', {
        hint: 'Wait for a text or an element instead.',
      });
    const { timeout: _, ...conditions } = input;
    if (loadState !== undefined && Object.values(conditions).every((value) => value === undefined))
      return { value: 0, page: await this.page(), secrets: [] };
    return this.#read({ action: 'waitFor', ...input }, signal, ({ elapsed }) => elapsed);
  }

  async evaluate(script: string, { awaitPromise, timeout, signal }: EvaluateOptions): Promise<Answer<string>> {
    if (!awaitPromise)
      throw new BtcpError('unsupported', 'A page always waits for the promises of its scripts.', {
        hint: 'Leave await out, or use a session with Chrome.',
      });
    return this.#read({ action: 'evaluate', script, timeout }, signal, ({ result }) => JSON.stringify(result));
  }

  /** The values to hide are not sent to the page: a secret is only for its own origin. */
  screenshot(
    { hide: _, ...input }: ScreenshotInput,
    { signal }: CallOptions,
  ): Promise<Answer<{ full: Picture; forModel: Picture }>> {
    return this.#read({ action: 'screenshot', ...input }, signal, ({ screenshot, format, width, height }) => {
      const image = { data: screenshot, mimeType: `image/${format}`, width, height };
      return { full: image, forModel: image };
    });
  }

  // Files of the server are not for a page of a person's browser.
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

  /** A connected page masks its secrets itself and never sends them. */
  async secrets(): Promise<string[]> {
    return [];
  }

  async saveFile(_name: string, _data: string | Uint8Array): Promise<string> {
    throw unsupported('keep files');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  async #read<Action extends CheckedAction, Value>(
    command: PageCommand<Action> & PageCommand,
    signal: AbortSignal,
    pick: (answer: CheckedAnswer<Action>) => Value,
  ): Promise<Answer<Value>> {
    const reply = await this.#link.command(command, { signal });
    return this.#answer(pick(checkAnswer(command.action, reply.data)), reply);
  }

  async #go(
    command: PageCommand<'navigate' | 'back' | 'forward' | 'reload'>,
    { waitUntil, timeout, signal }: NavigateOptions,
  ): Promise<Answer<undefined>> {
    const { hasLeft, ...reply } = await this.#link.follow({ ...command, waitUntil, timeout }, { timeout, signal });
    return hasLeft ? { value: undefined, page: await this.page(), secrets: [] } : this.#answer(undefined, reply);
  }

  async #act(
    command: PageCommand<
      'click' | 'hover' | 'focus' | 'type' | 'fill' | 'select' | 'check' | 'uncheck' | 'press' | 'drag'
    >,
    signal: AbortSignal,
    wait?: number,
  ): Promise<Answer<ActionOutcome>> {
    const { selector } = command;
    if (wait !== undefined && selector !== undefined)
      await this.#link.command({ action: 'waitFor', selector, state: 'attached', timeout: wait }, { signal });
    const started = Date.now();
    const { hasLeft, ...reply } = await this.#link.follow(command, { timeout: ACTION_TIMEOUT_MS, signal });
    // A document may unload before its answer arrives.
    const acted = readAction(reply.data) ?? { role: selector ?? 'the page', name: '', ref: '' };
    const page = hasLeft || !reply.page ? await this.page() : this.#info(reply.page);
    const effects: ActionEffects = {
      waited: Date.now() - started,
      ...(hasLeft ? { navigated: page.url } : { changes: reply.changes ?? [] }),
      ...(hasLeft || reply.title === undefined ? {} : { title: reply.title }),
    };
    return { value: { acted, effects }, page, secrets: [] };
  }

  async #answer<T>(value: T, { page }: CheckedReply): Promise<Answer<T>> {
    return { value, page: page ? this.#info(page) : await this.page(), secrets: [] };
  }

  #info({ url, title }: { url: string; title: string }): PageInfo {
    this.#lastUrl = url;
    return { url, title, status: null, tab: PAGE_TAB, loading: false };
  }
}

// A connected page may not be what it claims to be.
function noSecrets(): BtcpError {
  return new BtcpError('unsupported', 'Secrets are not typed into connected pages.', {
    hint: 'Let the person type it, or use a session with Chrome.',
  });
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw unsupported(what);
  };
}

function unsupported(what: string): BtcpError {
  return new BtcpError('unsupported', `A page cannot ${what}.`, { hint: 'Use a session with Chrome for this.' });
}
