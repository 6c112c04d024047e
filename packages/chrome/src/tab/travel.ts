import { BtcpError, sleep } from '@btcp/protocol';
import { type Download, type NavigateOptions, toAddress, type WaitUntil } from '@btcp/tools';
import { endIfBusy } from '../cdp/end-if-busy.js';
import type { Downloads } from '../files/downloads.js';
import { behind } from '../policy/connection-failure.js';
import type { HttpStatus } from './document-state.js';
import { httpError, loadTimeout, navigationFailed, navigationTimeout, noContent } from './navigation-errors.js';
import type { Tab } from './tab.js';

const LIFECYCLE_EVENT: Record<WaitUntil, string> = {
  load: 'load',
  domcontentloaded: 'DOMContentLoaded',
  networkidle: 'networkIdle',
};

// Without a loader id the visit stays within the document.
interface Departure {
  loaderId?: string | undefined;
  errorText?: string | undefined;
  isDownload?: boolean | undefined;
}

const ABORTED = 'net::ERR_ABORTED';
const LATER_MS = 100;
// How long Chrome may take to report why it gave up a visit.
const REASON_MS = 2_000;
const DOWNLOAD_MS = 10_000;

/** Opens a URL, waits until it is loaded, and waits for the file where it is a download. */
export async function visit(
  tab: Tab,
  address: string,
  options: NavigateOptions,
  downloads: Downloads,
): Promise<Download | undefined> {
  // `Page.navigate` would open files of this machine.
  const url = toAddress(address);
  const mark = downloads.count;
  const start = performance.now();
  let isDownload = false;
  try {
    await travel(tab, url, options, async () => {
      const departure: Departure = await tab.cdp.send('Page.navigate', { url, frameId: tab.frameId });
      isDownload = departure.isDownload ?? false;
      return departure;
    });
    return undefined;
  } catch (thrown) {
    if (isDownload) await until(() => downloads.count > mark, DOWNLOAD_MS);
    const download = downloads.since(mark, tab.frameId);
    if (!download) throw thrown;
    const limit = deadline({ ...options, timeout: Math.max(1, options.timeout - (performance.now() - start)) });
    try {
      const outcome = await Promise.race([download, limit.passed]);
      if (outcome !== 'passed') return outcome;
      throw navigationTimeout(url, options.timeout, 'the download has not finished');
    } finally {
      limit.clear();
    }
  }
}

export async function reload(tab: Tab, options: NavigateOptions): Promise<void> {
  await travel(tab, tab.document.url, options, async () => {
    await tab.cdp.send('Page.reload');
    return {};
  });
}

export async function travelHistory(tab: Tab, step: -1 | 1, options: NavigateOptions): Promise<void> {
  const { entries, currentIndex } = await tab.cdp.send('Page.getNavigationHistory');
  const entry = entries[currentIndex + step];
  if (!entry) {
    throw new BtcpError(
      'not_actionable',
      `There is no page to go ${step === -1 ? 'back' : 'forward'} to: the browser stays at ${tab.document.url}.`,
      {
        hint: 'Open a page with browser_navigate.',
      },
    );
  }
  await travel(tab, entry.url, options, async () => {
    await tab.cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    return {};
  });
}

function travel(tab: Tab, url: string, options: NavigateOptions, depart: () => Promise<Departure>): Promise<void> {
  return tab.byName(url, async () => {
    const isFirst = tab.crashes.takeRevived();
    // Chrome may drop the first visit after a crash.
    if ((await go(tab, url, options, depart)) === 'arrived') return;
    if (isFirst && (await go(tab, url, options, depart)) === 'arrived') return;
    throw failed(tab, ABORTED, undefined);
  });
}

// A visit is dropped when Chrome gives it up for no reason of the server's.
async function go(
  tab: Tab,
  url: string,
  options: NavigateOptions,
  depart: () => Promise<Departure>,
): Promise<'arrived' | 'dropped'> {
  options.signal.throwIfAborted();
  tab.assertFree();
  const limit = deadline(options);
  // A busy page cannot be left, and cannot be freed while it is left.
  if (!isSamePage(url, tab.document.url)) await Promise.race([endIfBusy(tab.cdp), limit.passed]);
  const arrival = new Arrival(tab, LIFECYCLE_EVENT[options.waitUntil]);
  tab.dialogs.isLeaving = true;
  tab.restored = false;
  tab.document.asked = url;
  try {
    const departure = await Promise.race([depart(), arrival.interrupted, limit.passed]);
    if (departure === 'interrupted') return arrival.assertGood();
    if (departure === 'passed') throw navigationTimeout(url, options.timeout, 'the server has not answered');
    if (departure.errorText) {
      if (departure.errorText === ABORTED) await reasonFor(tab, departure);
      const answer = tab.document.answerTo(departure.loaderId);
      if (answer?.code === 204 || answer?.code === 205) throw noContent(url, answer, tab.document.url);
      tab.crashes.assertNone();
      if (departure.errorText === ABORTED && !answer && !departure.isDownload) return 'dropped';
      throw failed(tab, departure.errorText, answer);
    }
    const outcome = await Promise.race([arrival.of(departure.loaderId), arrival.interrupted, limit.passed]);
    if (outcome === 'interrupted') return arrival.assertGood();
    if (outcome === 'dropped') return outcome;
    if (outcome === 'passed') throw loadTimeout(url, options.timeout, options.waitUntil);
    if (tab.document.failure) throw failed(tab, tab.document.failure, tab.document.status);
    return 'arrived';
  } catch (thrown) {
    tab.crashes.assertNone();
    // The visit must not finish during the next call.
    await tab.cdp.send('Page.stopLoading').catch(() => {});
    throw thrown;
  } finally {
    tab.dialogs.isLeaving = false;
    limit.clear();
    arrival.stop();
  }
}

// Chrome reports a crash, a download or an answer without a page after it gave up the visit.
async function reasonFor(tab: Tab, { loaderId, isDownload }: Departure): Promise<void> {
  await sleep(LATER_MS);
  await until(() => isDownload || tab.crashed || tab.document.answerTo(loaderId) !== undefined, REASON_MS);
}

async function until(met: () => boolean, milliseconds: number): Promise<void> {
  for (const end = performance.now() + milliseconds; !met() && performance.now() < end; ) await sleep(LATER_MS / 5);
}

function failed(tab: Tab, errorText: string, answer: HttpStatus | undefined): BtcpError {
  const { asked } = tab.document;
  // Chrome shows its own page for a bare 404.
  if (answer && answer.code >= 400) return httpError(asked, answer.code, answer.text);
  return navigationFailed(asked, behind(errorText, tab.explain(asked)));
}

class Arrival {
  readonly #reached = new Set<string>();
  readonly #stops: (() => void)[] = [];
  #current: string | undefined;
  #moved = false;
  readonly #aborted = new Set<string>();
  #check = () => {};
  #drop = () => {};
  readonly interrupted: Promise<'interrupted'>;
  readonly #tab: Tab;
  #hasBegun = false;

  constructor(tab: Tab, wanted: string) {
    this.#tab = tab;
    const { cdp, frameId } = tab;
    const listen: typeof cdp.on = (event, handler) => {
      this.#stops.push(() => cdp.off(event, handler));
      return cdp.on(event, handler);
    };
    listen('Page.lifecycleEvent', (event) => {
      if (event.frameId !== frameId || event.name !== wanted) return;
      this.#reached.add(event.loaderId);
      this.#check();
    });
    listen('Page.frameNavigated', ({ frame, type }) => {
      if (frame.id !== frameId) return;
      this.#current = frame.loaderId;
      this.#hasBegun = true;
      // A cached page has no lifecycle events.
      if (type === 'BackForwardCacheRestore') this.#reached.add(frame.loaderId);
      this.#check();
    });
    listen('Network.loadingFailed', ({ requestId, type, canceled }) => {
      if (type === 'Document' && canceled) this.#aborted.add(requestId);
    });
    // Another visit that replaces this one goes on loading.
    listen('Page.frameStoppedLoading', (event) => {
      if (event.frameId === frameId) this.#drop();
    });
    listen('Page.navigatedWithinDocument', (event) => {
      if (event.frameId !== frameId) return;
      this.#moved = true;
      this.#check();
    });
    this.interrupted = new Promise((resolve) => {
      listen('Inspector.targetCrashed', () => resolve('interrupted'));
      listen('Page.javascriptDialogOpening', ({ type }) => {
        if (type !== 'beforeunload') resolve('interrupted');
      });
    });
  }

  of(loaderId: string | undefined): Promise<'arrived' | 'dropped'> {
    return new Promise((resolve) => {
      this.#current ??= loaderId;
      this.#drop = () => {
        if (this.#current !== undefined && this.#aborted.has(this.#current)) resolve('dropped');
      };
      this.#check = () => {
        if (this.#current === undefined ? this.#moved : this.#reached.has(this.#current)) resolve('arrived');
      };
      this.#check();
    });
  }

  // A dialog of the old page means that the visit failed.
  assertGood(): 'arrived' {
    if (this.#hasBegun) this.#tab.crashes.assertNone();
    else this.#tab.assertFree();
    return 'arrived';
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}

function deadline({ timeout, signal }: NavigateOptions) {
  let clear = () => {};
  const passed = new Promise<'passed'>((resolve, reject) => {
    const timer = setTimeout(resolve, timeout, 'passed');
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  // It may be aborted when nobody awaits it.
  passed.catch(() => {});
  return { passed, clear };
}

function isSamePage(url: string, shown: string): boolean {
  return url.includes('#') && url.split('#')[0] === shown.split('#')[0];
}
