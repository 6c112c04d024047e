import { BtcpError } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { cancelled } from '../../dom/timing.js';
import { type Condition, conditionsOf, type WaitOptions } from './conditions.js';

/** How long a wait took, in milliseconds. */
export interface WaitResult {
  elapsed: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
// Styles and shadow roots change without a mutation of the document.
const POLL_MS = 100;
// Changes come in bursts, and reading a page is not free.
const FRAME_MS = 16;

export async function waitFor(page: Page, options: WaitOptions): Promise<WaitResult> {
  const conditions = conditionsOf(options);
  const timeout = options.timeout ?? DEFAULT_TIMEOUT_MS;
  const start = performance.now();
  for (;;) {
    if (options.signal?.aborted) throw cancelled();
    const unmet = await firstUnmet(page, conditions);
    const elapsed = Math.round(performance.now() - start);
    if (!unmet) return { elapsed };
    if (elapsed >= timeout) {
      throw new BtcpError('timeout', `After ${elapsed} ms, still waiting for ${unmet.wanted}: ${unmet.found(page)}.`, {
        hint: 'Take a snapshot to see the page, or allow more time with timeout.',
      });
    }
    await nextChange(page.document, Math.min(POLL_MS, timeout - elapsed), options.signal);
  }
}

async function firstUnmet(page: Page, conditions: Condition[]): Promise<Condition | undefined> {
  for (const condition of conditions) if (!(await condition.holds(page))) return condition;
  return undefined;
}

async function nextChange(document: Document, milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const observer = new MutationObserver(() => setTimeout(done, FRAME_MS));
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
    observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}
