import { randomUUID } from 'node:crypto';
import { untilAborted } from '@btcp/protocol';
import type { ActionNeeds, PointerTarget, WaitOptions } from 'btcp-browser-agent';
import type { Tab } from '../tab/tab.js';

export async function reach(
  tab: Tab,
  selector: string,
  needs: ActionNeeds,
  signal: AbortSignal,
): Promise<PointerTarget> {
  const link = tab.frames.of(selector);
  const target = await tab.answer(async () => {
    const found = await link.call({ action: 'target', selector, ...needs });
    return { ...found, ...(await tab.frames.toTab(link, found)) };
  });
  signal.throwIfAborted();
  return target;
}

export async function appear(tab: Tab, selector: string, wait: number | undefined, signal: AbortSignal): Promise<void> {
  if (wait !== undefined) await waitInFrame(tab, { selector, timeout: wait }, signal);
}

/** A wait that is given up is cancelled in the page too. */
export async function waitInFrame(
  tab: Tab,
  conditions: WaitOptions & { timeout: number },
  signal: AbortSignal,
): Promise<void> {
  const link = tab.frames.of(conditions.selector);
  const id = randomUUID();
  const waiting = tab.answer(() => link.call({ action: 'waitFor', ...conditions, id }), conditions.timeout);
  try {
    await untilAborted(waiting, signal);
  } finally {
    if (signal.aborted) link.call({ action: 'cancelWait', id }).catch(() => {});
  }
}
