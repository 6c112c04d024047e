import { BtcpError, sleep } from '@btcp/protocol';
import type { WaitInput } from '@btcp/tools';
import { evaluateInPage } from './evaluate.js';
import type { FirefoxTab } from './firefox-tab.js';
import { DocumentLeft } from './script-link.js';

const POLL_MS = 100;
const STATES = { load: 'complete', domcontentloaded: 'interactive|complete', networkidle: 'complete' };

/** Returns the milliseconds that it took. */
export async function waitInFirefox(
  tab: FirefoxTab,
  { function: script, loadState, timeout, ...conditions }: WaitInput,
  signal: AbortSignal,
): Promise<number> {
  const start = Date.now();
  const left = () => Math.max(1, timeout - (Date.now() - start));
  const until = async (condition: string) => {
    while (!(await isTrue(tab, condition, left(), signal))) {
      if (Date.now() - start >= timeout) throw late(timeout, condition);
      await sleep(POLL_MS, signal);
    }
  };
  if (loadState !== undefined) await until(`/${STATES[loadState]}/.test(document.readyState)`);
  if (Object.values(conditions).some((value) => value !== undefined)) await untilMet(tab, conditions, left);
  if (script !== undefined) await until(script);
  return Date.now() - start;
}

async function untilMet(tab: FirefoxTab, conditions: Omit<WaitInput, 'timeout'>, left: () => number): Promise<void> {
  for (;;) {
    try {
      await tab.frames.of(conditions.selector).ask({ action: 'waitFor', ...conditions, timeout: left() });
      return;
    } catch (thrown) {
      if (!(thrown instanceof DocumentLeft)) throw thrown;
    }
  }
}

async function isTrue(tab: FirefoxTab, script: string, timeout: number, signal: AbortSignal): Promise<boolean> {
  const value = await evaluateInPage(tab.page, script, { awaitPromise: true, timeout, signal });
  return !['false', 'null', 'undefined', '0', '""', 'NaN'].includes(value);
}

function late(timeout: number, condition: string): BtcpError {
  return new BtcpError('timeout', `Timeout after ${timeout / 1_000}s: ${condition} is still not true.`, {
    hint: 'Take a snapshot to see the page, or allow more time with timeout.',
  });
}
