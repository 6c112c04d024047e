import type { BrowserState, SavedOrigin, StateChange } from '@btcp/tools';
import type { ReadDatabases } from 'btcp-browser-agent';
import type { Protocol } from 'puppeteer-core';
import type { Tabs } from '../../tab/tabs.js';
import { type CookieJar, inContext, MAX_BYTES, settable } from './browser-state.js';
import { readingDatabases, writingDatabases } from './databases-script.js';
import { type OriginVisit, visitOrigins } from './visit-origins.js';

type Cookie = Protocol.Network.Cookie;
type StoredChange = Exclude<StateChange, { kind: 'cookie' }>;

/** Cookies, and what these origins have stored. No open page is asked: one that is loading would answer late. */
export async function readOrigins(tabs: Tabs, jar: CookieJar, origins: readonly string[]): Promise<BrowserState> {
  const { cookies } = await jar.root.send('Storage.getCookies', inContext(jar.context));
  const script = `return { local: { ...localStorage }, ...JSON.parse(await ${readingDatabases(MAX_BYTES)}) };`;
  const visits = origins.map((origin) => ({ origin, script }));
  const read = (await visitApart(tabs, visits)) as ({ local: Record<string, string> } & ReadDatabases)[];
  const storage = read.map(
    ({ local, databases, leftOut }, index): SavedOrigin => ({
      origin: origins[index] ?? '',
      local,
      databases,
      ...(leftOut.length > 0 ? { leftOut } : {}),
    }),
  );
  return { cookies: cookies.map((cookie) => ({ ...cookie })), storage, tabs: [] };
}

export async function changeState(
  tabs: Tabs,
  { root, context }: CookieJar,
  changes: readonly StateChange[],
): Promise<void> {
  const cookies = changes.flatMap((change) => {
    if (change.kind !== 'cookie') return [];
    if (change.after) return settable(change.after as unknown as Cookie);
    // Chrome deletes by name in one tab only, so it gets one that is expired.
    return { ...settable(change.before as unknown as Cookie), expires: 1 };
  });
  if (cookies.length > 0) await root.send('Storage.setCookies', { cookies, ...inContext(context) });
  const scripts = new Map<string, string[]>();
  for (const change of changes) {
    if (change.kind === 'cookie') continue;
    scripts.set(change.origin, [...(scripts.get(change.origin) ?? []), scriptOf(change)]);
  }
  await visitApart(
    tabs,
    [...scripts].map(([origin, lines]) => ({ origin, script: lines.join('\n') })),
  );
}

function scriptOf({ kind, name, after }: StoredChange): string {
  const quoted = JSON.stringify(name);
  if (kind === 'local') {
    return after === null
      ? `localStorage.removeItem(${quoted});`
      : `localStorage.setItem(${quoted}, ${JSON.stringify(after)});`;
  }
  if (after !== null) return writingDatabases([after]);
  return `await new Promise((resolve) => { const request = indexedDB.deleteDatabase(${quoted});
    request.onsuccess = request.onerror = request.onblocked = resolve; });`;
}

async function visitApart(tabs: Tabs, visits: readonly OriginVisit[]): Promise<unknown[]> {
  if (visits.length === 0) return [];
  return tabs.apart(async (target) => {
    const cdp = await target.createCDPSession();
    return visitOrigins(cdp, visits);
  });
}
