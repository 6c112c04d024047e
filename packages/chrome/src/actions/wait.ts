import { BtcpError, sleep } from '@btcp/protocol';
import type { NetworkEntry, WaitInput } from '@btcp/tools';
import { DocumentLeft } from '../tab/frame-link.js';
import type { Tab } from '../tab/tab.js';
import { evaluate } from './evaluate.js';
import { waitInFrame } from './reach.js';
import { untilLoaded } from './wait-for-load.js';

const POLL_MS = 100;

export async function waitInTab(
  tab: Tab,
  { function: script, loadState, ...conditions }: WaitInput,
  requests: () => NetworkEntry[],
  signal: AbortSignal,
): Promise<number> {
  const start = performance.now();
  const { timeout, ...wanted } = conditions;
  const left = () => timeout - (performance.now() - start);
  if (loadState !== undefined) await untilLoaded(tab, loadState, left(), requests);
  if (Object.values(wanted).some((value) => value !== undefined) || (script ?? loadState) === undefined) {
    await untilMet(tab, conditions, start, signal);
  }
  if (script !== undefined) await untilTrue(tab, script, left(), signal);
  return Math.round(performance.now() - start);
}

async function untilMet(
  tab: Tab,
  conditions: Omit<WaitInput, 'function'>,
  start: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const timeout = Math.max(1, conditions.timeout - (performance.now() - start));
    try {
      return await waitInFrame(tab, { ...conditions, timeout }, signal);
    } catch (thrown) {
      if (!(thrown instanceof DocumentLeft)) throw thrown;
    }
  }
}

// In the page's own world, which the page script cannot see.
async function untilTrue(tab: Tab, script: string, timeout: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const left = Math.max(1, deadline - performance.now());
    const options = { awaitPromise: true, timeout: left, signal };
    const asked = evaluate(tab, `Boolean(await (${script}\n))`, options).then(({ value }) => value);
    const value = await asked.catch((thrown) => {
      if (BtcpError.from(thrown).code === 'timeout') return 'late';
      throw thrown;
    });
    if (value === 'true') return;
    if (value === 'late' || performance.now() >= deadline) {
      throw new BtcpError('timeout', `Timeout after ${(timeout / 1000).toFixed(1)}s: ${script} is still not true.`, {
        hint: 'Take a snapshot to see the page, or allow more time with timeout.',
      });
    }
    await sleep(POLL_MS, signal);
  }
}
