import type { Acted, ConsoleEntry, Effects, FailedRequest, NetworkEntry, StartedDownload } from '@btcp/tools';
import type { Observed } from 'btcp-browser-agent';
import type { Capture } from '../capture/capture.js';
import { within } from '../cdp/within.js';
import type { Downloads } from '../files/downloads.js';
import type { Tab } from '../tab/tab.js';
import type { Tabs } from '../tab/tabs.js';
import { FileChooser } from './file-chooser.js';
import { Quiet } from './quiet.js';

/** Where an action is done, and where its effects show. */
export interface Scene {
  tab: Tab;
  tabs: Tabs;
  capture: Capture;
  downloads: Downloads;
}

/** How much of what has changed is told with the result; a snapshot has the rest. */
export const MOST_CHANGES = 2_000;
/** How many errors and failed requests are told; the logs have the rest. */
const MOST_TROUBLES = 5;
const LONGEST_TROUBLE = 300;
/** How long a download is waited for; it goes on after that. */
const DOWNLOAD_MS = 2_000;
/** Chrome tells of a download a moment after the visit that it was is broken off. */
const DOWNLOAD_BEGINS_MS = 100;

/** Watches a tab from before an action is done until its effects are there. */
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

  /** Has the pages themselves notice what comes and goes. Not waited for: a frame does what it is asked in order. */
  watchPages(): void {
    for (const agent of this.#scene.tab.frames.agents) agent.call('watch').catch(() => {});
  }

  /** Waits until the page is quiet, with patience for what is expected to show late, and tells what has happened. */
  async effects(acted?: Acted, patience = 0): Promise<Effects> {
    const { tab, tabs, capture } = this.#scene;
    await this.#quiet.reached();
    if (acted && patience > 0) {
      await tab.answer(() => tab.frames.of(acted.ref).call('changed', acted.ref, patience)).catch(() => {});
      await this.#quiet.reached();
    }
    await tabs.ready();
    tab.assertNotLost();
    const { url, visits } = this.#before;
    const downloads = await this.#downloads();
    const openedTabs = await tabs.list(({ id }) => !this.#tabsBefore.has(id));
    const { focus, announcements, changes } = await this.#look(acted);
    const { console, network } = capture.since(this.#before.log);
    const consoleErrors = await Promise.all(console.filter(isError).slice(-MOST_TROUBLES).map(sayError));
    const failedRequests = network.filter((request) => hasFailed(request) && request.url !== tab.document.url);
    return {
      waited: this.#quiet.elapsed,
      ...(tab.document.visits !== visits || tab.document.url !== url ? { navigated: tab.document.url } : {}),
      ...(tab.dialog ? { dialog: tab.dialog } : {}),
      ...(openedTabs.length > 0 ? { openedTabs } : {}),
      ...(downloads.length > 0 ? { downloads } : {}),
      ...(this.chooser.opened ? { fileChooser: { multiple: this.chooser.opened.multiple } } : {}),
      ...(focus ? { focus } : {}),
      ...(announcements.length > 0 ? { announcements } : {}),
      ...(changes ? { changes } : {}),
      ...(consoleErrors.length > 0 ? { consoleErrors } : {}),
      ...(failedRequests.length > 0
        ? { failedRequests: failedRequests.slice(-MOST_TROUBLES).map(asFailedRequest) }
        : {}),
    };
  }

  stop(): void {
    this.#quiet.stop();
    this.chooser.stop();
  }

  async #downloads(): Promise<StartedDownload[]> {
    const { downloads } = this.#scene;
    const mark = this.#before.downloads;
    if (this.#quiet.hasAborted && downloads.count === mark) {
      await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_BEGINS_MS));
    }
    const begun = downloads.begunSince(mark);
    const finished = Promise.allSettled(begun.map(({ done }) => done));
    if (begun.length > 0) await within(finished, DOWNLOAD_MS, () => []);
    return begun.map(
      ({ url, name, finished, failure }) => finished ?? { url, name, ...(failure === undefined ? {} : { failure }) },
    );
  }

  /** What the page and its frames show now and did not before. */
  async #look(acted: Acted | undefined): Promise<Observed & { changes?: string }> {
    const { tab } = this.#scene;
    if (tab.dialog) return { announcements: [] };
    try {
      const { focus, announcements, changes } = await tab.answer(() => tab.frames.observe(MOST_CHANGES));
      return { announcements, changes, ...(focus && focus.ref !== acted?.ref ? { focus } : {}) };
    } catch {
      // The action was done whether or not the page can still be read.
      return { announcements: [] };
    }
  }
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
  return text.length > LONGEST_TROUBLE ? `${text.slice(0, LONGEST_TROUBLE)}…` : text;
}
