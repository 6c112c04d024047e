import { within } from '@btcp/protocol';
import type { BrowserState, SavedOrigin, SavedTab } from '@btcp/tools';
import type { ReadDatabases } from 'btcp-browser-agent';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Tab } from '../../tab/tab.js';
import { readingDatabases, writingDatabases } from './databases-script.js';
import { type OriginVisit, visitOrigins } from './visit-origins.js';

type Cookie = Protocol.Network.Cookie;

interface Stored {
  origin: string;
  local: Record<string, string>;
  session: Record<string, string>;
  place: { cdp: CDPSession; contextId: number };
}

// Others have no storage.
const WEB_PAGE = /^https?:\/\//;
// Others cannot be opened again by their address.
const OPENS_AGAIN = /^(https?:\/\/|data:)/;

const WORLD = 'btcp-state';
const STORED = '({ origin: location.origin, local: { ...localStorage }, session: { ...sessionStorage } })';

/** What all origins may have stored together, as JSON: a state is read into memory as a whole. */
export const MAX_BYTES = 16 * 1024 * 1024;
// A page that is changing its databases makes everybody else wait.
const DATABASES_MS = 10_000;

export interface CookieJar {
  root: CDPSession;
  context: string | undefined;
}

export async function readState(
  { root, context }: CookieJar,
  tabs: readonly Tab[],
  active: Tab | undefined,
): Promise<BrowserState> {
  const { cookies } = await root.send('Storage.getCookies', inContext(context));
  const open = tabs.filter(({ document }) => OPENS_AGAIN.test(document.url));
  const read = await Promise.all(open.map(async (tab) => ({ tab, stored: await readTab(tab) })));
  const byOrigin = new Map(read.flatMap(({ stored }) => stored.map((each) => [each.origin, each])));
  return {
    cookies: cookies.map((cookie) => ({ ...cookie })),
    storage: await savedOrigins([...byOrigin.values()]),
    tabs: read.map(({ tab, stored }) => ({
      url: tab.document.url,
      session: stored
        .map(({ origin, session }) => ({ origin, items: session }))
        .filter(({ items }) => Object.keys(items).length > 0),
      active: tab === active,
    })),
  };
}

async function savedOrigins(stored: readonly Stored[]): Promise<SavedOrigin[]> {
  const saved: SavedOrigin[] = [];
  let left = MAX_BYTES;
  for (const { origin, local, place } of stored) {
    const size = JSON.stringify(local).length;
    const isTooLarge = size > left;
    if (!isTooLarge) left -= size;
    const read = await within(readDatabases(place, left), DATABASES_MS, unread).catch(unread);
    const leftOut = [...(isTooLarge ? ['its local storage (too large)'] : []), ...read.leftOut];
    left = Math.max(0, left - JSON.stringify(read.databases).length);
    saved.push({
      origin,
      local: isTooLarge ? {} : local,
      databases: read.databases,
      ...(leftOut.length > 0 ? { leftOut } : {}),
    });
  }
  return saved;
}

async function readDatabases({ cdp, contextId }: Stored['place'], mostBytes: number): Promise<ReadDatabases> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: readingDatabases(mostBytes),
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  return exceptionDetails ? unread() : JSON.parse(result.value);
}

function unread(): ReadDatabases {
  return { databases: [], leftOut: ['its databases (they could not be read)'] };
}

// Each origin once; a page that a dialog blocks is left out.
async function readTab(tab: Tab): Promise<Stored[]> {
  if (tab.dialog) return [];
  const read = await Promise.all(tab.frames.sessions.map((cdp) => readFrames(cdp).catch(() => [])));
  return [...new Map(read.flat().map((stored) => [stored.origin, stored])).values()];
}

async function readFrames(cdp: CDPSession): Promise<Stored[]> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const frames = await Promise.all(flat(frameTree).map((frameId) => readFrame(cdp, frameId).catch(() => undefined)));
  return frames.filter((stored) => stored !== undefined);
}

async function readFrame(cdp: CDPSession, frameId: string): Promise<Stored | undefined> {
  const { storageKey } = await cdp.send('Storage.getStorageKeyForFrame', { frameId });
  // Partitioned storage cannot be restored without both sites.
  if (storageKey.includes('^')) return undefined;
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  const { result } = await cdp.send('Runtime.evaluate', { expression: STORED, contextId, returnByValue: true });
  return WEB_PAGE.test(result.value?.origin) ? { ...result.value, place: { cdp, contextId } } : undefined;
}

function flat({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] {
  const own = WEB_PAGE.test(frame.url) ? [frame.id] : [];
  return [...own, ...childFrames.flatMap(flat)];
}

export async function writeState({ root, context }: CookieJar, tab: Tab, state: BrowserState): Promise<void> {
  await root.send('Storage.clearCookies', inContext(context));
  await tab.cdp.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  const cookies = (state.cookies as unknown as Cookie[]).map(settable);
  await root.send('Storage.setCookies', { cookies, ...inContext(context) });
  await visitInTab(
    tab,
    state.storage.map(({ origin, local, databases = [] }) => ({
      origin,
      script: `${assign('localStorage', local)}; ${writingDatabases(databases)}`,
    })),
  );
}

export async function writeSession(tab: Tab, { session }: SavedTab): Promise<void> {
  await visitInTab(
    tab,
    session.map(({ origin, items }) => ({ origin, script: assign('sessionStorage', items) })),
  );
}

async function visitInTab(tab: Tab, visits: readonly OriginVisit[]): Promise<void> {
  if (visits.length === 0) return;
  // A session of its own, since other requests of the tab may be intercepted too.
  const cdp = await tab.openSession();
  await visitOrigins(cdp, visits).finally(() => cdp.detach());
}

function assign(storage: string, items: Record<string, string>): string {
  return `Object.assign(${storage}, ${JSON.stringify(items)})`;
}

export function settable({ size: _size, session, expires, ...cookie }: Cookie): Protocol.Network.CookieParam {
  return { ...cookie, ...(session || expires <= 0 ? {} : { expires }) };
}

export function inContext(context: string | undefined): { browserContextId?: string } {
  return context === undefined ? {} : { browserContextId: context };
}
