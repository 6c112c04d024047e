import { type BtcpError, within } from '@btcp/protocol';
import type { Dialog, PageInfo } from '@btcp/tools';
import type { CDPSession, Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { infoOfTarget } from '../cdp/target-info.js';
import type { Emulation } from '../emulation/emulation.js';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import type { VisitByName } from '../policy/local-visits.js';
import { Crashes } from './crashes.js';
import { Dialogs } from './dialogs.js';
import { DocumentState } from './document-state.js';
import type { StateAt } from './frame-link.js';
import { Frames } from './frames.js';
import { PageAnswers } from './page-answers.js';
import { SILENT_STATE_MS, STATE_MS } from './page-state.js';

export interface Viewport {
  width: number;
  height: number;
}

export interface TabOptions {
  viewport: Viewport;
  capture: Capture;
  emulation: Emulation;
  explain: ExplainFailure;
  byName: VisitByName;
  headed: boolean;
  imageSide: number;
  /** A person uses this tab: its size and its passkeys stay theirs. */
  isPersons?: boolean;
  /** False once the tab is about to be closed: Chrome ends when the process of a page is gone that is being prepared. */
  isWanted?: () => boolean;
  /** Unique in the session. */
  nextFramePrefix: () => string;
}

const MAX_TITLE = 4_096;

const ATTACH_MS = 2_000;

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
  readonly imageSide: number;
  readonly isPersons: boolean;
  readonly dialogs: Dialogs;
  readonly crashes: Crashes;
  /** Loaded again after a crash; until the next visit. */
  restored = false;
  readonly #target: Target;
  readonly #emulation: Emulation;
  #openings: Promise<unknown> = Promise.resolve();
  #isResting = false;
  readonly #answers: PageAnswers;
  #painting: Promise<unknown> = Promise.resolve();

  private constructor(
    id: string,
    target: Target,
    cdp: CDPSession,
    frameId: string,
    { nextFramePrefix, emulation, explain, byName, headed, imageSide, isPersons = false }: TabOptions,
  ) {
    this.#emulation = emulation;
    this.id = id;
    this.#target = target;
    this.cdp = cdp;
    this.frameId = frameId;
    this.explain = explain;
    this.byName = byName;
    this.headed = headed;
    this.imageSide = imageSide;
    this.isPersons = isPersons;
    this.document = new DocumentState(cdp, frameId);
    this.#answers = new PageAnswers(cdp, this.document);
    this.dialogs = new Dialogs(cdp, id, {
      onOpened: (error) => this.#answers.interrupt(error),
      onEndless: () => void this.crashes.stop('it opened dialogs without end'),
    });
    this.crashes = new Crashes(cdp, this.document, (error) => this.#answers.interrupt(error));
    // Most sessions have one tab only.
    this.frames = new Frames(cdp, frameId, {
      prefix: id === 't1' ? '' : id,
      nextPrefix: nextFramePrefix,
      onProcess: (process) => this.#prepare(process),
    });
  }

  static async attach(id: string, target: Target, options: TabOptions): Promise<Tab> {
    const { viewport, capture, isPersons = false, isWanted = () => true } = options;
    const cdp = await target.createCDPSession();
    if (!isWanted()) throw new Error('The tab is about to be closed.');
    const { targetId, url } = infoOfTarget(target);
    const tab = new Tab(id, target, cdp, targetId, options);
    tab.document.url = url || 'about:blank';
    const blocked = new Promise((resolve) => cdp.once('Page.javascriptDialogOpening', resolve));
    const ready = Promise.all([
      tab.#prepare(cdp),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      // A page in the background does not paint.
      cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      // Passkey prompts are hidden windows that hold back all input.
      isPersons ? undefined : cdp.send('WebAuthn.enable'),
      capture.watch(cdp, { context: 'page', tab: id }),
      isPersons ? undefined : tab.resize(viewport),
    ]);
    ready.catch(() => {});
    // A page that opens a dialog at once answers later; other tabs do not wait for it.
    await within<unknown>(Promise.race([ready, blocked]), ATTACH_MS, () => undefined);
    return tab;
  }

  // For each process that frames of the page are in.
  async #prepare(cdp: CDPSession): Promise<void> {
    await Promise.all([
      cdp.send('Page.enable'),
      // Without a screen, a file chooser is a hidden window that holds back all input.
      this.headed ? undefined : cdp.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    ]);
  }

  get crashed(): boolean {
    return this.crashes.hasCrashed;
  }

  get dialog(): Dialog | undefined {
    return this.dialogs.open;
  }

  get pixelRatio(): number {
    return this.#emulation.metrics.deviceScaleFactor;
  }

  get alive(): boolean {
    return !this.cdp.detached;
  }

  /** A separate session, which the caller detaches. Opened one by one: Puppeteer mixes up two that are opened together. */
  openSession(): Promise<CDPSession> {
    const session = this.#openings.then(() => this.#target.createCDPSession());
    this.#openings = session.catch(() => {});
    return session;
  }

  /** One at a time: each picture changes how the page is painted, and Chrome puts back the size that it began with. */
  paint<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#painting.catch(() => {}).then(work);
    this.#painting = turn;
    return turn;
  }

  async resize(viewport: Viewport): Promise<void> {
    // The next picture need not wait for the answer, which a blocked page may not give.
    const { sent } = await this.paint(async () => {
      const sent = this.cdp.send('Emulation.setDeviceMetricsOverride', { ...viewport, ...this.#emulation.metrics });
      return { sent };
    });
    await sent;
  }

  async info(state?: StateAt): Promise<PageInfo> {
    const { url, failure } = this.document;
    return {
      url,
      title: state && this.frames.main.isCurrent(state) ? state.title.slice(0, MAX_TITLE) : await this.#title(),
      status: this.document.status?.code ?? null,
      tab: this.id,
      loading: this.document.loading,
      ...(this.dialog ? { dialog: this.dialog } : {}),
      ...(this.restored ? { restored: true } : {}),
      ...(failure ? { failure: failureText(failure, this.explain(url)) } : {}),
    };
  }

  /** The page as it is now, and its secrets. `known` is the state that its document has just replied with. */
  async look(known?: StateAt): Promise<{ page: PageInfo; secrets: string[] }> {
    const { departing } = this.document;
    const { main, secrets } = await this.#state(departing ? undefined : known);
    // The title of a document that is about to be replaced is out of date.
    return { page: await this.info(departing ? undefined : main), secrets };
  }

  async secrets(): Promise<string[]> {
    return (await this.#state()).secrets;
  }

  async #state(known?: StateAt): Promise<{ main: StateAt | undefined; secrets: string[] }> {
    if (this.crashed || this.dialog) return { main: undefined, secrets: [] };
    if (known && this.frames.isAlone) return { main: known, secrets: known.secrets };
    const late = () => ({ main: known, secrets: known?.secrets ?? [] });
    return within(this.frames.state(known), this.#answers.isSilent ? SILENT_STATE_MS : STATE_MS, late);
  }

  // From the browser process, because the page may be busy.
  async #title(): Promise<string> {
    try {
      const { entries, currentIndex } = await this.cdp.send('Page.getNavigationHistory');
      const { title = '', url = '' } = entries[currentIndex] ?? {};
      // Chrome names a page by its address until its title has come.
      const isUntitled = /^https?:/.test(url) && (title === '' || url.includes(title));
      return isUntitled ? (await this.#titleInside()) || title : title;
    } catch (thrown) {
      // There is no page during a navigation.
      if (/Not attached to an active page/.test(String(thrown))) return '';
      throw thrown;
    }
  }

  async #titleInside(): Promise<string> {
    if (this.crashed || this.dialog) return '';
    const asked = this.cdp.send('Runtime.evaluate', { expression: 'document.title', returnByValue: true });
    const title = asked.then(
      ({ result }) => (typeof result.value === 'string' ? result.value : ''),
      () => '',
    );
    return within(title, SILENT_STATE_MS, () => '');
  }

  /** Loads a crashed page again, or an empty one where the page itself was to blame. */
  async revive({ isEmpty = false } = {}): Promise<void> {
    this.restored = !isEmpty && !this.crashes.wasStopped;
    await this.crashes.revive(this.restored);
  }

  assertFree(): void {
    this.crashes.assertNone();
    this.dialogs.assertNone();
  }

  /** Makes a page answer again that hung in an earlier call; one that hangs for the second time is stopped. */
  async unblock(): Promise<void> {
    if (this.dialog || (await this.#answers.unblock()) === 'free') return;
    await this.crashes.stop('a script kept it busy without end');
  }

  terminateScripts(): void {
    this.#answers.terminateScripts();
  }

  /** Waits for work that needs the page, and fails early when the page crashes, is blocked by a dialog or hangs. */
  async answer<T>(start: () => Promise<T>, allowed?: number): Promise<T> {
    this.assertFree();
    return this.#answers.to(start, allowed);
  }

  /** A page counts as visible while it is made to have the focus, and a visible page is not frozen. */
  async rest(): Promise<void> {
    if (this.isPersons || this.headed || this.dialog || this.crashed) return;
    this.#isResting = true;
    await Promise.all([
      this.cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false }),
      this.cdp.send('Page.setWebLifecycleState', { state: 'frozen' }),
    ]);
  }

  async wake(): Promise<void> {
    if (!this.#isResting) return;
    this.#isResting = false;
    await Promise.all([
      this.cdp.send('Page.setWebLifecycleState', { state: 'active' }),
      this.cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ]);
  }

  hang(): BtcpError {
    return this.#answers.hang();
  }

  async abandon(): Promise<BtcpError | undefined> {
    return this.dialog || this.crashed ? undefined : this.#answers.abandon();
  }
}
