import { BtcpError, type NavigationAnswer, sleep } from '@btcp/protocol';
import type { TargetWindow } from '../page/target-window.js';

/** When a page counts as loaded. */
export type WaitUntil = 'domcontentloaded' | 'load' | 'networkidle';

/** What to wait for after a navigation, and how long. */
export interface NavigationOptions {
  waitUntil?: WaitUntil | undefined;
  /** Milliseconds; 15000 by default. */
  timeout?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const POLL_MS = 25;
const QUIET_MS = 500;
const SCHEMES = new Set(['http:', 'https:', 'data:', 'blob:', 'about:']);

/** In the window that runs this code, resolves as soon as the browser begins to leave. */
export function navigate(
  target: TargetWindow,
  url: string,
  options: NavigationOptions = {},
): Promise<NavigationAnswer> {
  const before = target.document;
  const next = parseUrl(url, before.baseURI);
  const here = new URL(before.URL);
  const withinDocument = next.hash !== '' && next.href.split('#')[0] === here.href.split('#')[0];
  if (withinDocument) {
    target.window.location.href = next.href;
    return Promise.resolve(resultOf(target));
  }
  return leave(target, options, next.href, () => target.window.location.assign(next.href));
}

export function reload(target: TargetWindow, options: NavigationOptions = {}): Promise<NavigationAnswer> {
  return leave(target, options, target.document.URL, () => target.window.location.reload());
}

export async function traverse(
  target: TargetWindow,
  step: 'back' | 'forward',
  options: NavigationOptions = {},
): Promise<NavigationAnswer> {
  const before = target.document;
  const window = before.defaultView;
  const entry = neighbour(window?.navigation, step);
  if (entry === null)
    throw new BtcpError('navigation_failed', `There is no page to go ${step} to.`, {
      hint: 'Open a page with navigate.',
    });
  let moved = false;
  const notice = () => {
    moved = true;
  };
  window?.addEventListener('popstate', notice);
  target.window.history[step]();
  if (target.ownsUs && entry?.sameDocument === false)
    return { url: entry.url ?? '', title: before.title, leaving: true };
  await until(target, options.timeout, () => moved || target.document !== before, `going ${step}`);
  before.defaultView?.removeEventListener('popstate', notice);
  if (target.document !== before) await untilReady(target, options);
  return resultOf(target);
}

function neighbour(
  history: Navigation | undefined,
  step: 'back' | 'forward',
): NavigationHistoryEntry | null | undefined {
  if (!history?.currentEntry) return undefined;
  return history.entries()[history.currentEntry.index + (step === 'back' ? -1 : 1)] ?? null;
}

async function leave(
  target: TargetWindow,
  options: NavigationOptions,
  url: string,
  start: () => void,
): Promise<NavigationAnswer> {
  const before = target.document;
  start();
  if (target.ownsUs) return { url, title: before.title, leaving: true };
  await until(target, options.timeout, () => target.document !== before, `loading ${url}`);
  await untilReady(target, options);
  return resultOf(target);
}

export async function untilReady(target: TargetWindow, options: NavigationOptions = {}): Promise<void> {
  const { waitUntil = 'load', timeout } = options;
  const enough = waitUntil === 'domcontentloaded' ? ['interactive', 'complete'] : ['complete'];
  await until(target, timeout, () => enough.includes(target.document.readyState), `loading ${target.document.URL}`);
  if (waitUntil !== 'networkidle') return;
  let requests = -1;
  let since = performance.now();
  const quiet = () => {
    const { length } = target.document.defaultView?.performance.getEntriesByType('resource') ?? [];
    if (length !== requests) since = performance.now();
    requests = length;
    return performance.now() - since >= QUIET_MS;
  };
  await until(target, timeout, quiet, 'the network to be quiet');
}

async function until(
  target: TargetWindow,
  timeout = DEFAULT_TIMEOUT_MS,
  met: () => boolean,
  doing: string,
): Promise<void> {
  const deadline = performance.now() + timeout;
  while (!met()) {
    if (performance.now() >= deadline) {
      throw new BtcpError(
        'timeout',
        `No new page loaded within ${timeout} ms of ${doing}; still at ${target.document.URL}.`,
        {
          hint: 'The server may be slow, or the address may start a download. Take a snapshot to see the page.',
        },
      );
    }
    await sleep(POLL_MS);
  }
}

function parseUrl(url: string, base: string): URL {
  let parsed: URL;
  try {
    if (typeof url !== 'string') throw new TypeError('A URL is text.');
    parsed = new URL(url, base);
  } catch (cause) {
    throw new BtcpError('invalid_input', `${JSON.stringify(url)} is not a URL.`, {
      hint: 'Use one such as https://example.com/path.',
      cause,
    });
  }
  if (!SCHEMES.has(parsed.protocol))
    throw new BtcpError('denied', `URLs that begin with ${parsed.protocol} are not opened.`, {
      hint: 'Use an http or https address.',
    });
  return parsed;
}

function resultOf(target: TargetWindow): NavigationAnswer {
  const { URL: url, title, defaultView } = target.document;
  const [entry] = defaultView?.performance.getEntriesByType('navigation') ?? [];
  const status = entry && 'responseStatus' in entry ? Number(entry.responseStatus) : 0;
  return { url, title, ...(status > 0 ? { status } : {}) };
}
