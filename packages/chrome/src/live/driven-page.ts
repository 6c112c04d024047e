import { type Picker, within } from '@btcp/protocol';
import type { LiveReport, PickerAnswer } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';
import type { DriverFileChooser } from './driver-file-chooser.js';
import { type HookedDocument, ProcessHooks } from './process-hooks.js';

export interface DrivenPageEvents {
  onPicker(picker: Picker | null): void;
  onCursor(cursor: string): void;
  onTyped(): void;
  onEntered(text: string, isSecret: boolean): void;
}

const FRAMES_ONLY = {
  autoAttach: true,
  waitForDebuggerOnStart: false,
  flatten: true,
  filter: [{ type: 'iframe' }],
};

// What a page does not report by then is not masked.
const STOP_MS = 5_000;

export class DrivenPage {
  readonly #tab: Tab;
  readonly #cdp: CDPSession;
  readonly #chooser: DriverFileChooser;
  readonly #events: DrivenPageEvents;
  readonly #processes = new Map<string, ProcessHooks>();
  #pickedIn: HookedDocument | undefined;
  #reporting: Promise<void> = Promise.resolve();

  private constructor(tab: Tab, cdp: CDPSession, chooser: DriverFileChooser, events: DrivenPageEvents) {
    this.#tab = tab;
    this.#cdp = cdp;
    this.#chooser = chooser;
    this.#events = events;
  }

  /** On its own session, so that detaching it ends everything. */
  static async start(tab: Tab, chooser: DriverFileChooser, events: DrivenPageEvents): Promise<DrivenPage> {
    const cdp = await tab.openSession();
    const page = new DrivenPage(tab, cdp, chooser, events);
    await page.#follow(cdp, tab.frameId).catch(async (thrown) => {
      await cdp.detach().catch(() => {});
      throw thrown;
    });
    return page;
  }

  async answerPicker(id: string, answer: PickerAnswer): Promise<void> {
    const document = this.#pickedIn;
    await document?.process.ask(document, `answer(${JSON.stringify(id)}, ${JSON.stringify(answer)})`);
  }

  async selection(cut: boolean): Promise<string> {
    for (const document of await this.#byFocus()) {
      const text = await document.process.ask(document, `selection(${cut})`);
      if (typeof text === 'string' && text !== '') return text;
    }
    return '';
  }

  async paste(text: string): Promise<boolean> {
    const [document] = await this.#byFocus();
    return document !== undefined && (await document.process.ask(document, `paste(${JSON.stringify(text)})`)) === true;
  }

  async stop(): Promise<void> {
    const stopping = this.#documents.map((document) => document.process.ask(document, 'stop()'));
    // A busy page keeps its hooks, which then report to nobody.
    await within<unknown>(Promise.all(stopping), STOP_MS, () => undefined);
    await this.#cdp.detach().catch(() => {});
  }

  async #byFocus(): Promise<HookedDocument[]> {
    const documents = this.#documents;
    const focused = await Promise.all(documents.map((document) => document.process.ask(document, 'hasFocus')));
    const others = documents.filter((_, index) => focused[index] !== true);
    return [...documents.filter((each) => !others.includes(each)), ...others];
  }

  get #documents(): HookedDocument[] {
    return [...this.#processes.values()].flatMap((process) => process.documents);
  }

  async #follow(cdp: CDPSession, root: string): Promise<void> {
    const inner: Promise<void>[] = [];
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = cdp.connection()?.session(sessionId);
      if (child) inner.push(this.#follow(child, targetInfo.targetId).catch(() => {}));
    });
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => {
      for (const [frameId, process] of this.#processes) {
        if (process.cdp.id() !== sessionId) continue;
        this.#processes.delete(frameId);
        process.end();
      }
    });
    const process = new ProcessHooks(cdp, root, {
      onReport: (report, from) => this.#queue(report, from),
      onGone: (document) => {
        if (document === this.#pickedIn) this.#queue({ type: 'picker', picker: null }, document);
      },
    });
    this.#processes.set(root, process);
    await process.start();
    await this.#chooser.listen(cdp);
    await cdp.send('Target.setAutoAttach', FRAMES_ONLY);
    await Promise.all(inner);
  }

  #queue(report: LiveReport, from: HookedDocument): void {
    if (report.type === 'entered') {
      this.#events.onEntered(report.text, report.isSecret);
      return;
    }
    if (report.type === 'picker') {
      if (!report.picker && from !== this.#pickedIn) return;
      this.#pickedIn = report.picker ? from : undefined;
    }
    this.#reporting = this.#reporting.then(() => this.#report(report, from)).catch(() => {});
  }

  async #report(report: Exclude<LiveReport, { type: 'entered' }>, { process, frameId }: HookedDocument): Promise<void> {
    if (report.type === 'cursor') this.#events.onCursor(report.cursor);
    else if (report.type === 'typed') this.#events.onTyped();
    else if (!report.picker) this.#events.onPicker(null);
    else {
      const { rectangle } = report.picker;
      const placed = await this.#tab.frames.rectangleInTab(frameId, process.root, rectangle);
      this.#events.onPicker({ ...report.picker, rectangle: placed });
    }
  }
}
