import { BtcpError } from '@btcp/protocol';
import type { Dialog, PageInfo } from '@btcp/tools';
import type { Glance } from 'btcp-browser-agent';
import type { CDPSession, Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { endIfBusy } from '../cdp/end-if-busy.js';
import { within } from '../cdp/within.js';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import { DocumentState } from './document-state.js';
import { Frames } from './frames.js';

/** The size of a page in pixels. */
export interface Viewport {
  width: number;
  height: number;
}

export interface TabOptions {
  viewport: Viewport;
  capture: Capture;
  explain: ExplainFailure;
  /** Names for frames that no other frame of the session has. */
  nextFramePrefix: () => string;
}

/** Chrome shows no more of a title. */
const LONGEST_TITLE = 4_096;

/** How long a page may keep a command waiting before it counts as hung. */
export const ANSWER_TIMEOUT_MS = 15_000;

/** How long a new tab may take to be ready. */
const ATTACH_MS = 2_000;

/** How much later than its own time a wait inside the page may answer. */
const GRACE_MS = 2_000;

/** How long a page may take to tell what a result needs besides; one that is busy tells nothing. */
const GLANCE_MS = 300;

/** How long a page may take to crash. */
const CRASH_MS = 1_000;

/** How long a crashed page may take to come back; the call that brings it back has work of its own. */
const REVIVE_TIMEOUT_MS = 4_000;

/** A page that opens this many dialogs, each as soon as the last is answered, would never let go of the agent. */
const MOST_DIALOGS = 10;
/** From this many on, the agent is told how to leave such a page. */
const MANY_DIALOGS = 3;
const AT_ONCE_MS = 500;

/** One tab: its CDP session, what is known of its page, and the dialog that may block it. */
export class Tab {
  readonly id: string;
  readonly cdp: CDPSession;
  /** The main frame of a tab has the id of its target. */
  readonly frameId: string;
  readonly document: DocumentState;
  readonly frames: Frames;
  readonly explain: ExplainFailure;
  dialog: Dialog | undefined;
  /** Whether leaving the page is the agent's own wish, so that the page is not asked about it. */
  leaving = false;
  /** Whether the page was opened again after it was lost, until the next visit. */
  restored = false;
  crashed = false;
  readonly #target: Target;
  #openings: Promise<unknown> = Promise.resolve();
  #hung = false;
  /** The visit in which a script had to be ended. */
  #endedIn: number | undefined;
  #stopped: string | undefined;
  #dialogsInARow = 0;
  #dialogClosedAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<(reason: BtcpError) => void>();

  private constructor(
    id: string,
    target: Target,
    cdp: CDPSession,
    frameId: string,
    { nextFramePrefix, explain }: TabOptions,
  ) {
    this.id = id;
    this.#target = target;
    this.cdp = cdp;
    this.frameId = frameId;
    this.explain = explain;
    this.document = new DocumentState(cdp, frameId);
    // The refs of the first tab have no prefix, since most sessions never see a second one.
    this.frames = new Frames(cdp, frameId, id === 't1' ? '' : id, nextFramePrefix);
    cdp.on('Inspector.targetCrashed', () => {
      this.crashed = true;
      this.dialog = undefined;
      this.#interrupt(this.#lost());
    });
    // A person at a window may load it again, too.
    cdp.on('Inspector.targetReloadedAfterCrash', () => {
      this.crashed = false;
    });
    cdp.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
      if (type === 'beforeunload' && this.leaving) {
        cdp.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
        return;
      }
      const isAtOnce = performance.now() - this.#dialogClosedAt < AT_ONCE_MS;
      this.#dialogsInARow = isAtOnce ? this.#dialogsInARow + 1 : 1;
      if (this.#dialogsInARow > MOST_DIALOGS) return this.stop('it opened dialogs without end');
      this.dialog = { type, message, ...(type === 'prompt' ? { defaultText: defaultPrompt ?? '' } : {}) };
      this.#interrupt(this.#dialogOpen(this.dialog));
    });
    cdp.on('Page.javascriptDialogClosed', () => {
      this.#dialogClosedAt = performance.now();
      this.dialog = undefined;
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
      cdp.send('Page.enable'),
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
  async revive(): Promise<void> {
    this.crashed = false;
    this.restored = this.#stopped === undefined;
    const loaded = new Promise((resolve) => this.cdp.once('Page.domContentEventFired', resolve));
    if (this.restored) await this.cdp.send('Page.reload');
    else await this.cdp.send('Page.navigate', { url: 'about:blank' });
    this.#stopped = undefined;
    await within(loaded, REVIVE_TIMEOUT_MS, () => undefined);
  }

  async answerDialog(accept: boolean, text: string | undefined): Promise<Dialog> {
    const { dialog } = this;
    if (!dialog) {
      throw new BtcpError('not_actionable', 'No dialog is open.', {
        hint: 'browser_snapshot shows what is on the page.',
      });
    }
    await this.cdp.send('Page.handleJavaScriptDialog', { accept, ...(text === undefined ? {} : { promptText: text }) });
    this.dialog = undefined;
    return dialog;
  }

  assertNotLost(): void {
    if (this.crashed) throw this.#lost();
  }

  /** Fails when the page waits for an answer itself, or is gone. */
  assertFree(): void {
    this.assertNotLost();
    if (this.dialog) throw this.#dialogOpen(this.dialog);
  }

  /**
   * Ends the script that kept the page from answering an earlier call, if it still runs. A page that is hung again
   * after that is stopped.
   */
  async unblock(): Promise<void> {
    if (!this.#hung || this.dialog) return;
    this.#hung = false;
    const { visits } = this.document;
    const state = await endIfBusy(this.cdp);
    if (state === 'free') return;
    if (state === 'ended' && this.#endedIn !== visits) {
      this.#endedIn = visits;
      return;
    }
    const crashed = new Promise((resolve) => this.cdp.once('Inspector.targetCrashed', resolve));
    this.stop('a script kept it busy without end');
    await within(crashed, CRASH_MS, () => undefined);
  }

  /** Ends the script that is running, if one is. */
  endScripts(): void {
    this.cdp.send('Runtime.terminateExecution').catch(() => {});
    // Where none is running, Chrome ends the next one: that shall not be anyone's.
    this.cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {});
  }

  /**
   * Waits for work that needs the page, and ends early when the page cannot answer: crashed, blocked or hung.
   * `allowed` is the time after which the work ends by itself.
   */
  async answer<T>(start: () => Promise<T>, allowed?: number): Promise<T> {
    this.assertFree();
    if (this.#hung) throw this.hang();
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(interrupt);
        finish();
      };
      const interrupt = (reason: BtcpError) => settle(() => reject(reason));
      const limit = allowed === undefined ? ANSWER_TIMEOUT_MS : allowed + GRACE_MS;
      const timer = setTimeout(() => interrupt(this.hang()), limit);
      this.#waiting.add(interrupt);
      start().then(
        (value) => settle(() => resolve(value)),
        (thrown) => settle(() => reject(thrown)),
      );
    });
  }

  /** Notes that the page does not answer, so that the rest of the call does not wait for it and the next call ends that. */
  hang(): BtcpError {
    this.#hung = true;
    return new BtcpError('timeout', `${this.document.url} does not answer: a script keeps it busy.`, {
      hint: 'Call again: what still keeps it busy is ended then. Or leave the page with browser_navigate.',
    });
  }

  #lost(): BtcpError {
    if (this.#stopped === undefined) return crashed();
    return new BtcpError('browser_lost', `The page at ${this.document.url} was stopped: ${this.#stopped}.`, {
      hint: 'The next call works in an empty page. Open another address.',
    });
  }

  #dialogOpen({ type, message }: Dialog): BtcpError {
    return new BtcpError(
      'dialog_open',
      `The page shows a dialog (${type}): "${message}". Nothing else works until it is answered.`,
      {
        hint:
          this.#dialogsInARow > MANY_DIALOGS
            ? `The page opens one dialog after the other. Leave it: open another tab with browser_tabs, and close ${this.id}.`
            : 'Answer it with browser_dialog.',
      },
    );
  }

  #interrupt(reason: BtcpError): void {
    for (const interrupt of [...this.#waiting]) interrupt(reason);
  }
}

function crashed(): BtcpError {
  return new BtcpError('browser_lost', 'The page crashed.', {
    hint: 'Call again: the next call opens the page anew.',
  });
}
