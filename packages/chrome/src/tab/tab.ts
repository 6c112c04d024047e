import { BtcpError } from '@btcp/protocol';
import type { Dialog, PageInfo } from '@btcp/tools';
import type { Glance } from 'btcp-browser-agent';
import type { CDPSession, Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { within } from '../cdp/within.js';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import type { VisitByName } from '../policy/local-visits.js';
import { Dialogs } from './dialogs.js';
import { DocumentState } from './document-state.js';
import { Frames } from './frames.js';
import { PageAnswers } from './page-answers.js';

/** The size of a page in pixels. */
export interface Viewport {
  width: number;
  height: number;
}

export interface TabOptions {
  viewport: Viewport;
  capture: Capture;
  explain: ExplainFailure;
  byName: VisitByName;
  /** Whether a person may use the browser's own window. */
  headed: boolean;
  /** Names for frames that no other frame of the session has. */
  nextFramePrefix: () => string;
}

/** Chrome shows no more of a title. */
const LONGEST_TITLE = 4_096;

/** How long a new tab may take to be ready. */
const ATTACH_MS = 2_000;

/** How long a page may take to tell what a result needs besides; one that is busy tells nothing. */
const GLANCE_MS = 300;

/** How long a page may take to crash. */
const CRASH_MS = 1_000;

/** How long a crashed page may take to come back; the call that brings it back has work of its own. */
const REVIVE_TIMEOUT_MS = 4_000;

/** One tab: its CDP session, what is known of its page, and the dialog that may block it. */
export class Tab {
  readonly id: string;
  readonly cdp: CDPSession;
  /** The main frame of a tab has the id of its target. */
  readonly frameId: string;
  readonly document: DocumentState;
  readonly frames: Frames;
  readonly explain: ExplainFailure;
  readonly byName: VisitByName;
  readonly headed: boolean;
  readonly dialogs: Dialogs;
  /** Whether the page was opened again after it was lost, until the next visit. */
  restored = false;
  crashed = false;
  readonly #target: Target;
  #openings: Promise<unknown> = Promise.resolve();
  /** Why the page was stopped. */
  #stopped: string | undefined;
  readonly #answers: PageAnswers;

  private constructor(
    id: string,
    target: Target,
    cdp: CDPSession,
    frameId: string,
    { nextFramePrefix, explain, byName, headed }: TabOptions,
  ) {
    this.id = id;
    this.#target = target;
    this.cdp = cdp;
    this.frameId = frameId;
    this.explain = explain;
    this.byName = byName;
    this.headed = headed;
    this.document = new DocumentState(cdp, frameId);
    this.#answers = new PageAnswers(cdp, this.document);
    this.dialogs = new Dialogs(cdp, id, {
      onOpened: (error) => this.#answers.interrupt(error),
      onEndless: () => this.stop('it opened dialogs without end'),
    });
    // The refs of the first tab have no prefix, since most sessions never see a second one.
    this.frames = new Frames(cdp, frameId, {
      prefix: id === 't1' ? '' : id,
      nextPrefix: nextFramePrefix,
      onProcess: (process) => this.#prepare(process),
    });
    cdp.on('Inspector.targetCrashed', () => {
      this.crashed = true;
      this.#answers.interrupt(this.#lost());
    });
    // A person at a window may load it again, too.
    cdp.on('Inspector.targetReloadedAfterCrash', () => {
      this.crashed = false;
    });
  }

  static async attach(id: string, target: Target, options: TabOptions): Promise<Tab> {
    const { viewport, capture } = options;
    const cdp = await target.createCDPSession();
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    const tab = new Tab(id, target, cdp, targetInfo.targetId, options);
    tab.document.url = targetInfo.url || 'about:blank';
    const blocked = new Promise((resolve) => cdp.once('Page.javascriptDialogOpening', resolve));
    const ready = Promise.all([
      tab.#prepare(cdp),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      // The agent works in a tab that others may stand before: a page that thinks itself hidden does not paint.
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      // Passkeys are asked for in a window of Chrome that nobody sees, and that holds back all input.
      cdp.send('WebAuthn.enable'),
      capture.watch(cdp, { context: 'page', tab: id }),
      tab.resize(viewport),
    ]);
    ready.catch(() => {});
    // A page that begins with a dialog, seen or unseen, does the rest later: other tabs are not to wait for it.
    await within<unknown>(Promise.race([ready, blocked]), ATTACH_MS, () => undefined);
    return tab;
  }

  /** Prepares the session of each process that the page's frames are in. */
  async #prepare(cdp: CDPSession): Promise<void> {
    await Promise.all([
      cdp.send('Page.enable'),
      // Without a screen, a file chooser is a hidden window that holds back all input.
      this.headed ? undefined : cdp.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    ]);
  }

  get dialog(): Dialog | undefined {
    return this.dialogs.open;
  }

  get alive(): boolean {
    return !this.cdp.detached;
  }

  /**
   * Another line to the same tab, which its opener detaches. They are opened one after the other: the driver takes one
   * of two that are opened together for its own, and the tab for gone when that one is detached.
   */
  openSession(): Promise<CDPSession> {
    const session = this.#openings.then(() => this.#target.createCDPSession());
    this.#openings = session.catch(() => {});
    return session;
  }

  async resize(viewport: Viewport): Promise<void> {
    await this.cdp.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
  }

  /** What the page has told together with the answer that has just come, unless it is about to be left. */
  takeGlance(): Promise<Glance | undefined> | undefined {
    const glance = this.frames.main.glance.take();
    return glance && !this.document.departing ? within(glance, GLANCE_MS, () => undefined) : undefined;
  }

  /** What password fields of the page hold, as far as it can say so at once. */
  async passwords(glance?: Promise<Glance | undefined>): Promise<string[]> {
    if (this.crashed || this.dialog) return [];
    return within(this.frames.passwords(glance), GLANCE_MS, () => []);
  }

  async info(glance?: Promise<Glance | undefined>): Promise<PageInfo> {
    const { url, failure, visits } = this.document;
    const told = await glance;
    return {
      url,
      title: told && visits === this.document.visits ? told.title.slice(0, LONGEST_TITLE) : await this.#title(),
      status: this.document.status?.code ?? null,
      tab: this.id,
      loading: this.document.loading,
      ...(this.dialog ? { dialog: this.dialog } : {}),
      ...(this.restored ? { restored: true } : {}),
      ...(failure ? { failure: failureText(failure, this.explain(url)) } : {}),
    };
  }

  /** Asked of the browser process, so that a page busy with a script cannot hold up the answer. */
  async #title(): Promise<string> {
    try {
      const { entries, currentIndex } = await this.cdp.send('Page.getNavigationHistory');
      return entries[currentIndex]?.title ?? '';
    } catch (thrown) {
      // Between two pages there is none to ask.
      if (/Not attached to an active page/.test(String(thrown))) return '';
      throw thrown;
    }
  }

  /** Ends a page that does harm, by the only means that reaches one that is busy doing it. */
  stop(reason: string): void {
    this.#stopped = reason;
    this.cdp.send('Page.crash').catch(() => {});
  }

  /** Loads a crashed page again, or an empty one where the page itself was to blame. */
  async revive({ isEmpty = false } = {}): Promise<void> {
    this.crashed = false;
    this.restored = this.#stopped === undefined && !isEmpty;
    const loaded = new Promise((resolve) => this.cdp.once('Page.domContentEventFired', resolve));
    if (this.restored) await this.cdp.send('Page.reload');
    else await this.cdp.send('Page.navigate', { url: 'about:blank' });
    this.#stopped = undefined;
    await within(loaded, REVIVE_TIMEOUT_MS, () => undefined);
  }

  assertNotLost(): void {
    if (this.crashed) throw this.#lost();
  }

  /** Fails when the page waits for an answer itself, or is gone. */
  assertFree(): void {
    this.assertNotLost();
    this.dialogs.assertNone();
  }

  /** Makes a page answer again that hung in an earlier call; one that hangs for the second time is stopped. */
  async unblock(): Promise<void> {
    if (this.dialog || (await this.#answers.unblock()) === 'free') return;
    const crashed = new Promise((resolve) => this.cdp.once('Inspector.targetCrashed', resolve));
    this.stop('a script kept it busy without end');
    await within(crashed, CRASH_MS, () => undefined);
  }

  terminateScripts(): void {
    this.#answers.terminateScripts();
  }

  /** Waits for work that needs the page, and fails early when the page crashes, is blocked by a dialog or hangs. */
  async answer<T>(start: () => Promise<T>, allowed?: number): Promise<T> {
    this.assertFree();
    return this.#answers.to(start, allowed);
  }

  /** Notes that the page does not answer. */
  hang(): BtcpError {
    return this.#answers.hang();
  }

  #lost(): BtcpError {
    if (this.#stopped === undefined) return crashed();
    return new BtcpError('browser_lost', `The page at ${this.document.url} was stopped: ${this.#stopped}.`, {
      hint: 'The next call works in an empty page. Open another address.',
    });
  }
}

function crashed(): BtcpError {
  return new BtcpError('browser_lost', 'The page crashed.', {
    hint: 'Call again: the next call opens the page anew.',
  });
}
