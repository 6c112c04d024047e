import { BtcpError, sleep } from '@btcp/protocol';
import type { NetworkEntry, WaitUntil } from '@btcp/tools';
import type { Tab } from '../tab/tab.js';

const POLL_MS = 50;
const IDLE_MS = 500;
const ENDLESS = new Set(['eventsource', 'websocket', 'ping']);

export async function untilLoaded(
  tab: Tab,
  state: WaitUntil,
  timeout: number,
  requests: () => NetworkEntry[],
): Promise<void> {
  const start = performance.now();
  let busyAt = start;
  for (;;) {
    tab.assertFree();
    const now = performance.now();
    const pending = state === 'networkidle' ? requests().filter((entry) => isPending(entry, tab.id)) : [];
    if (tab.document.loading || pending.length > 0) busyAt = now;
    if (state === 'networkidle' ? now - busyAt >= IDLE_MS : !tab.document.loading || (await isParsed(tab, state)))
      return;
    if (now - start >= timeout) throw late(tab, state, timeout, pending);
    await sleep(POLL_MS);
  }
}

function isPending({ tab, type, duration, failure }: NetworkEntry, id: string): boolean {
  return tab === id && duration === undefined && failure === undefined && !ENDLESS.has(type);
}

async function isParsed(tab: Tab, state: WaitUntil): Promise<boolean> {
  if (state !== 'domcontentloaded') return false;
  const { result } = await tab.answer(() =>
    tab.cdp.send('Runtime.evaluate', { expression: "document.readyState !== 'loading'" }),
  );
  return result.value === true;
}

function late(tab: Tab, state: WaitUntil, timeout: number, [first, ...others]: NetworkEntry[]): BtcpError {
  const found = first
    ? `${first.method} ${first.url} is still under way${others.length > 0 ? `, and ${others.length} more` : ''}`
    : `${tab.document.url} is ${tab.document.loading ? 'still loading' : 'loaded'}`;
  return new BtcpError('timeout', `Timeout after ${(timeout / 1_000).toFixed(1)}s waiting for ${state}: ${found}.`, {
    hint: 'Take a snapshot to see the page, or allow more time with timeout.',
  });
}
