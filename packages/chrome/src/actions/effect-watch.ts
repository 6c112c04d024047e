import { type ElementInfo, sleep, within } from '@btcp/protocol';
import type { ActionEffects, ConsoleEntry, FailedRequest, NetworkEntry, StartedDownload } from '@btcp/tools';
import type { Capture } from '../capture/capture.js';
import type { Downloads } from '../files/downloads.js';
import type { Reply } from '../tab/frame-link.js';
import type { FrameObservation, PageObservation } from '../tab/frames.js';
import type { Tab } from '../tab/tab.js';
import type { Tabs } from '../tab/tabs.js';
import { FileChooser } from './file-chooser.js';
import { finishIn, MAX_CHANGES, type Performed } from './performed.js';
import { Quiet } from './quiet.js';

export interface Scene {
  tab: Tab;
  tabs: Tabs;
  capture: Capture;
  downloads: Downloads;
}

const REACTION_MS = 450;
const MAX_ERRORS = 5;
const MAX_ERROR_LENGTH = 300;
const DOWNLOAD_MS = 2_000;
// Chrome reports a download a moment after it breaks off the visit.
const DOWNLOAD_BEGINS_MS = 500;
const ANNOUNCED_DOWNLOAD_MS = 10_000;
const LINKED_DOWNLOAD_MS = 10_000;

export class EffectWatch {
  readonly chooser: FileChooser;
  readonly #scene: Scene;
  readonly #quiet: Quiet;
  readonly #tabsBefore: ReadonlySet<string>;
  readonly #before: { url: string; visits: number; downloads: number; log: ReturnType<Capture['mark']> };

  private constructor(scene: Scene, tabsBefore: ReadonlySet<string>) {
    const { tab, capture, downloads } = scene;
    this.#scene = scene;
    this.#tabsBefore = tabsBefore;
    this.#before = {
      url: tab.document.url,
      visits: tab.document.visits,
      downloads: downloads.count,
      log: capture.mark(),
    };
    this.#quiet = new Quiet(tab);
    this.chooser = new FileChooser(tab);
  }

  static async begin(scene: Scene): Promise<EffectWatch> {
    return new EffectWatch(scene, new Set((await scene.tabs.all()).map(({ id }) => id)));
  }

  async effects(performed?: Performed, patience = 0): Promise<Reply<ActionEffects>> {
    const { tab, tabs, capture } = this.#scene;
    const { acted } = performed ?? {};
    const seen = await this.#finish(performed?.seen);
    let isFinal = await this.#quiet.reached();
    if (isFinal && acted && performed?.download === undefined && this.#isStill(seen, acted)) {
      await this.#reaction();
      await this.#quiet.reached();
      isFinal = false;
    }
    if (acted && patience > 0) {
      const changed = { action: 'changed', ref: acted.ref, milliseconds: patience } as const;
      await tab.answer(() => tab.frames.of(acted.ref).call(changed)).catch(() => {});
      await tab.answer(() => tab.frames.rendered()).catch(() => {});
      await this.#quiet.reached();
      isFinal = false;
    }
    if (await tabs.ready()) isFinal = false;
    tab.crashes.assertNone();
    const { url, visits } = this.#before;
    const downloads = await this.#downloads(performed?.download);
    const openedTabs = await tabs.list(({ id }) => !this.#tabsBefore.has(id));
    const isLate = downloads.length > 0 || openedTabs.length > 0;
    const { title, focus, announcements, changes, state } = await this.#look(acted, isFinal && !isLate ? seen : []);
    const { console, network } = capture.since(this.#before.log);
    const consoleErrors = await Promise.all(console.filter(isError).slice(-MAX_ERRORS).map(sayError));
    const failedRequests = network.filter((request) => hasFailed(request) && request.url !== tab.document.url);
    const isElsewhere = tab.document.visits !== visits || tab.document.url !== url;
    const effects: ActionEffects = {
      waited: this.#quiet.elapsed,
      ...(isElsewhere ? { navigated: tab.document.url } : title === undefined ? {} : { title }),
      ...(tab.dialog ? { dialog: tab.dialog } : {}),
      ...(openedTabs.length > 0 ? { openedTabs } : {}),
      ...(downloads.length > 0 ? { downloads } : {}),
      ...(this.chooser.opened ? { fileChooser: { multiple: this.chooser.opened.multiple } } : {}),
      ...(focus ? { focus } : {}),
      ...(announcements.length > 0 ? { announcements } : {}),
      ...(changes.length > 0 ? { changes } : {}),
      ...(consoleErrors.length > 0 ? { consoleErrors } : {}),
      ...(failedRequests.length > 0 ? { failedRequests: failedRequests.slice(-MAX_ERRORS).map(asFailedRequest) } : {}),
    };
    return { value: effects, state };
  }

  stop(): void {
    this.#quiet.stop();
    this.chooser.stop();
  }

  async #downloads(linked: string | undefined): Promise<StartedDownload[]> {
    const { tab, downloads } = this.#scene;
    const mark = this.#before.downloads;
    const start = performance.now();
    // Asked again each time: the tab may announce it meanwhile.
    const isOver = () => performance.now() - start >= this.#downloadPatience(linked);
    while (downloads.count === mark && !isOver() && !tab.dialog && tab.alive) await sleep(10);
    const begun = downloads.begunSince(mark);
    const finished = Promise.allSettled(begun.map(({ done }) => done));
    if (begun.length > 0) await within(finished, DOWNLOAD_MS, () => []);
    const unanswered = linked !== undefined && begun.length === 0 ? [unansweredDownload(linked)] : [];
    return [...downloads.news(), ...unanswered];
  }

  #downloadPatience(linked: string | undefined): number {
    const { hasDownload, hasAborted } = this.#quiet;
    if (linked !== undefined) return LINKED_DOWNLOAD_MS;
    return hasDownload ? ANNOUNCED_DOWNLOAD_MS : hasAborted ? DOWNLOAD_BEGINS_MS : 0;
  }

  async #finish(seen: FrameObservation | undefined): Promise<FrameObservation[]> {
    const { tab } = this.#scene;
    const others = tab.frames.links.filter((link) => link !== seen?.link);
    const observed = others.map(async (link) => {
      const { value, state } = (await finishIn(tab, link)) ?? {};
      return value?.obstacle === null ? [{ ...value, link, state }] : [];
    });
    return [...(seen ? [seen] : []), ...(await Promise.all(observed)).flat()];
  }

  #isStill(seen: FrameObservation[], acted: ElementInfo): boolean {
    const { tab } = this.#scene;
    if (tab.dialog || tab.crashed || this.#quiet.hasStirred || seen.length < tab.frames.links.length) return false;
    return seen.every(({ isStill, focus }) => isStill && (!focus || focus.ref === acted.ref));
  }

  async #reaction(): Promise<void> {
    const { tab } = this.#scene;
    const command = { action: 'reaction', milliseconds: REACTION_MS } as const;
    const reactions = tab.frames.links.map((link) => link.call(command));
    await this.#quiet.orStirred(tab.answer(() => Promise.any(reactions)).catch(() => {}));
  }

  async #look(acted: ElementInfo | undefined, seen: FrameObservation[]): Promise<PageObservation> {
    const { tab } = this.#scene;
    if (tab.dialog) return { announcements: [], changes: [] };
    try {
      const { focus, ...observed } = await tab.answer(() => tab.frames.observe(MAX_CHANGES, seen));
      return { ...observed, ...(focus && focus.ref !== acted?.ref ? { focus } : {}) };
    } catch {
      // The action was done even if the page cannot be read.
      return { announcements: [], changes: [] };
    }
  }
}

function unansweredDownload(url: string): StartedDownload {
  const failure = `its server has not answered within ${LINKED_DOWNLOAD_MS / 1_000} s. A later result reports it.`;
  return { url, name: fileNameOf(url), failure };
}

function fileNameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) || url;
}

function isError({ entry: { type } }: { entry: ConsoleEntry }): boolean {
  return type === 'error' || type === 'assert';
}

async function sayError({ entry, complete }: { entry: ConsoleEntry; complete: Promise<void> }): Promise<string> {
  await within(complete, DOWNLOAD_BEGINS_MS, () => {});
  return cut(entry.text);
}

function hasFailed({ status = 0, failure }: NetworkEntry): boolean {
  return status >= 400 || (failure !== undefined && failure !== 'cancelled');
}

function asFailedRequest({ method, url, status, failure }: NetworkEntry): FailedRequest {
  return {
    method,
    url: cut(url),
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure }),
  };
}

function cut(text: string): string {
  return text.length > MAX_ERROR_LENGTH ? `${text.slice(0, MAX_ERROR_LENGTH)}…` : text;
}
