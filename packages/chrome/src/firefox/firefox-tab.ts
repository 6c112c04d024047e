import { type ActionAnswer, BtcpError, labelOf, type PageChanges, sleep, within } from '@btcp/protocol';
import type { ActionEffects, ActionOutcome, Captured, ConsoleEntry, Dialog, PageInfo } from '@btcp/tools';
import type { PageState } from 'btcp-browser-agent';
import { describeValue } from 'btcp-browser-agent/page-functions';
import type { JSHandle, Dialog as OpenDialog, Page } from 'puppeteer-core';
import { FirefoxFrames } from './frames.js';
import { FirefoxRequests } from './requests.js';
import { DocumentLeft, type ScriptLink } from './script-link.js';

const MAX_CHANGES = 2_000;
const MAX_ENTRIES = 1_000;
const ARRIVE_MS = 10_000;
const DEPART_MS = 150;
const POLL_MS = 20;
const LOADED = 'document.readyState === "complete"';

export interface Acted {
  acted: ActionAnswer;
  changes?: PageChanges[] | undefined;
  announcements?: string[] | undefined;
  title?: string | undefined;
}

export class FirefoxTab {
  readonly id: string;
  readonly page: Page;
  readonly frames: FirefoxFrames;
  #acting: ScriptLink;
  readonly requests: FirefoxRequests;
  status: number | null = null;
  pointer = { x: 0, y: 0 };
  #dialog: OpenDialog | undefined;
  #visits = 0;
  #isTravelling = false;
  readonly #console: ConsoleEntry[] = [];
  #dropped = 0;
  #described: Promise<void> = Promise.resolve();

  constructor(id: string, page: Page, nextFramePrefix: () => string) {
    this.id = id;
    this.page = page;
    this.frames = new FirefoxFrames(page, id === 't1' ? '' : id, nextFramePrefix);
    this.#acting = this.script;
    this.requests = new FirefoxRequests(page, id);
    page.on('dialog', (dialog) => {
      this.#dialog = dialog;
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#isTravelling = true;
    });
    page.on('requestfailed', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#isTravelling = false;
    });
    page.on('response', (response) => {
      const request = response.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.status = response.status();
    });
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.#visits++;
      this.#isTravelling = false;
      if (!/^https?:/.test(page.url())) this.status = null;
    });
    page.on('console', (message) => {
      const { url, lineNumber } = message.location();
      const place = { ...(url ? { url } : {}), ...(lineNumber === undefined ? {} : { line: lineNumber + 1 }) };
      const type = message.type() === 'warn' ? 'warning' : message.type();
      const entry = this.#log({ type, text: message.text(), ...place });
      const values = message.args().map((value) => (value as JSHandle<unknown>).evaluate(describeValue));
      this.#described = Promise.all(values).then(
        (texts) => {
          if (texts.length > 0) entry.text = texts.join(' ');
        },
        // The page was left.
        () => {},
      );
    });
    page.on('pageerror', (error) =>
      this.#log({ type: 'error', text: error instanceof Error ? error.message : String(error) }),
    );
  }

  get script(): ScriptLink {
    return this.frames.main;
  }

  async watch(selector?: string): Promise<ScriptLink> {
    this.#acting = this.frames.of(selector);
    await this.#acting.ask({ action: 'watch' });
    return this.#acting;
  }

  get dialog(): Dialog | undefined {
    if (!this.#dialog) return undefined;
    const defaultText = this.#dialog.defaultValue();
    return {
      type: this.#dialog.type() as Dialog['type'],
      message: this.#dialog.message(),
      ...(defaultText ? { defaultText } : {}),
    };
  }

  async logs(): Promise<Captured<ConsoleEntry>> {
    await this.#described;
    return { entries: [...this.#console], dropped: this.#dropped };
  }

  clearLogs(): number {
    this.#dropped = 0;
    return this.#console.splice(0).length;
  }

  info(state?: PageState): PageInfo {
    const { dialog } = this;
    const url = state?.url ?? this.page.url();
    return {
      url,
      title: state?.title ?? '',
      status: this.status,
      tab: this.id,
      loading: false,
      ...(dialog ? { dialog } : {}),
    };
  }

  async answerDialog(accept: boolean, text: string | undefined): Promise<Dialog> {
    const [open, dialog] = [this.#dialog, this.dialog];
    if (!open || !dialog) {
      throw new BtcpError('invalid_input', 'No dialog is open.', { hint: 'Take a snapshot to see the page.' });
    }
    this.#dialog = undefined;
    await (accept ? open.accept(text) : open.dismiss());
    return dialog;
  }

  /** A dialog stops the scripts of the page, so nothing of it answers. */
  async orDialog<T>(work: Promise<T>): Promise<T | undefined> {
    work.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const opened = new Promise<undefined>((resolve) => {
      timer = setInterval(() => this.#dialog && resolve(undefined), POLL_MS);
    });
    try {
      return await Promise.race([work, opened]);
    } finally {
      clearInterval(timer);
    }
  }

  assertNoDialog(): void {
    if (!this.#dialog) return;
    throw new BtcpError('not_actionable', `A dialog is open: "${this.#dialog.message()}".`, {
      hint: 'Answer it with browser_dialog first.',
    });
  }

  async perform(act: () => Promise<Acted>): Promise<ActionOutcome> {
    this.assertNoDialog();
    const [start, visits] = [Date.now(), this.#visits];
    const { acted, changes, announcements, title: acquired } = await act();
    const observed = changes || this.#dialog ? undefined : await this.#observe();
    // A request for another page may be reported a little later than what the page shows.
    if (!this.#dialog && (changes ?? observed?.changes ?? []).length === 0) await this.#mayTravel(visits);
    if (this.#isTravelling || this.#visits > visits) await this.#arrive(visits);
    const hasLeft = this.#visits > visits;
    const seen = hasLeft ? [] : (changes ?? observed?.changes ?? []);
    const said = announcements ?? observed?.announcements ?? [];
    const title = acquired ?? observed?.title;
    const { dialog } = this;
    const effects: ActionEffects = {
      waited: Date.now() - start,
      ...(hasLeft ? { navigated: this.page.url() } : { changes: seen }),
      ...(hasLeft || title === undefined ? {} : { title }),
      ...(said.length > 0 ? { announcements: said } : {}),
      ...(dialog ? { dialog } : {}),
    };
    return { acted, effects };
  }

  async click(selector: string, press: (point: { x: number; y: number }) => Promise<void>): Promise<Acted> {
    const link = this.frames.of(selector);
    this.#acting = link;
    const { value: target } = await link.ask({ action: 'prepareClick', selector });
    await this.orDialog(press(await this.frames.toTab(link, target)));
    const { role, name, ref } = target;
    const element = { role, name, ref };
    const finished = await this.orDialog(link.ask({ action: 'finishAction', maxSize: MAX_CHANGES })).catch(orLeft);
    if (!finished) return { acted: element };
    const { value } = finished;
    if (value.obstacle !== null) {
      throw new BtcpError(
        'not_actionable',
        `${labelOf(element)} is covered by ${labelOf(value.obstacle)} (${value.obstacle.ref}).`,
        {
          hint: 'Nothing was clicked. Close what is in the way first.',
        },
      );
    }
    const acted = value.checked === undefined ? element : { ...element, checked: value.checked };
    return { acted, changes: value.changes, announcements: value.announcements, title: value.title };
  }

  async #observe() {
    const link = this.#acting;
    const rendered = link.ask({ action: 'rendered' });
    const observed = rendered.then(() => link.ask({ action: 'observe', maxSize: MAX_CHANGES, end: true }));
    return (await this.orDialog(observed).catch(orLeft))?.value;
  }

  /** The title and the passwords of the page as it is; nothing of a page whose scripts a dialog stops. */
  async state(): Promise<PageState | undefined> {
    if (this.#dialog) return undefined;
    const asked = () => this.script.ask({ action: 'state' });
    const answer = await this.orDialog(
      asked().catch((thrown) => (thrown instanceof DocumentLeft ? asked() : Promise.reject(thrown))),
    );
    if (!answer) return undefined;
    return { ...answer.value, secrets: [...answer.value.secrets, ...(await this.frames.secrets())] };
  }

  async #mayTravel(visits: number): Promise<void> {
    const end = Date.now() + DEPART_MS;
    while (!this.#isTravelling && this.#visits === visits && !this.#dialog && Date.now() < end) await sleep(POLL_MS);
  }

  async #arrive(visits: number): Promise<void> {
    const end = Date.now() + ARRIVE_MS;
    while (this.#visits === visits && this.#isTravelling && !this.#dialog && Date.now() < end) await sleep(POLL_MS);
    const loaded = this.page.waitForFunction(LOADED, { timeout: ARRIVE_MS });
    await within<unknown>(this.orDialog(loaded), ARRIVE_MS, () => undefined).catch(() => undefined);
  }

  /** Waits for another document than the one shown now, once it was asked for. */
  async arriveAnew(go: () => Promise<unknown>, timeout: number, signal: AbortSignal): Promise<boolean> {
    const [visits, start] = [this.#visits, Date.now()];
    let failure: unknown;
    go().catch((thrown) => {
      failure = thrown;
    });
    while (this.#visits === visits && !this.#dialog && Date.now() - start < timeout) {
      if (failure !== undefined) throw failure;
      await sleep(POLL_MS, signal);
    }
    if (this.#visits === visits) return this.#dialog !== undefined;
    await this.page.waitForFunction(LOADED, { timeout: Math.max(1, timeout - (Date.now() - start)), signal });
    return true;
  }

  #log(entry: Pick<ConsoleEntry, 'type' | 'text' | 'url' | 'line'>): ConsoleEntry {
    const logged: ConsoleEntry = { ...entry, time: Date.now(), context: 'page', tab: this.id };
    this.#console.push(logged);
    if (this.#console.length > MAX_ENTRIES) {
      this.#console.shift();
      this.#dropped++;
    }
    return logged;
  }
}

function orLeft(thrown: unknown): undefined {
  if (thrown instanceof DocumentLeft) return undefined;
  throw thrown;
}
