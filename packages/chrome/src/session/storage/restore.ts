import type { BrowserState, NavigateOptions } from '@btcp/tools';
import type { Downloads } from '../../files/downloads.js';
import type { Tabs } from '../../tab/tabs.js';
import { visit } from '../../tab/travel.js';
import { type CookieJar, writeSession, writeState } from './browser-state.js';

// How long restored pages may take to load, all together, and each of them at least.
const RESTORE_TIMEOUT_MS = 20_000;
const MIN_PAGE_TIMEOUT_MS = 4_000;

interface Browser {
  tabs: Tabs;
  downloads: Downloads;
}

export async function restoreTabs(
  { tabs, downloads, jar, afterLoss }: Browser & { jar: CookieJar; afterLoss: boolean },
  state: BrowserState,
): Promise<void> {
  const old = await tabs.all();
  const first = await tabs.open();
  for (const tab of old) await tabs.close(tab.id);
  await writeState(jar, first, state);
  let active = first;
  // Also where no page could be saved.
  first.restored = afterLoss;
  const start = performance.now();
  for (const [index, saved] of state.tabs.entries()) {
    const tab = index === 0 ? first : await tabs.open();
    await writeSession(tab, saved);
    // The page line reports a page that does not load.
    await visit(tab, saved.url, restoring(start), downloads).catch(() => {});
    tab.restored = afterLoss;
    // Its history has empty pages only.
    await tab.cdp.send('Page.resetNavigationHistory');
    if (saved.active) active = tab;
  }
  await tabs.select(active.id);
}

export async function reopen({ tabs, downloads }: Browser, url: string): Promise<void> {
  const tab = await tabs.active();
  // A page that does not load is not reported as restored.
  const download = await visit(tab, url, restoring(performance.now()), downloads).catch(() => 'failed' as const);
  tab.restored = download === undefined;
}

function restoring(start: number): NavigateOptions {
  const { signal } = new AbortController();
  const left = RESTORE_TIMEOUT_MS - (performance.now() - start);
  return { waitUntil: 'domcontentloaded', timeout: Math.max(left, MIN_PAGE_TIMEOUT_MS), signal };
}
