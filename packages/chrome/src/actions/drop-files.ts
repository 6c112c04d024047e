import { type ElementInfo, sleep } from '@btcp/protocol';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { reach } from './reach.js';

// Pages may act a frame after each event.
const STEP_MS = 20;
const COPY = 1;

export async function dropFiles(
  tab: Tab,
  selector: string,
  files: string[],
  signal: AbortSignal,
): Promise<ElementInfo | undefined> {
  const { role, name, ref, x, y } = await reach(tab, selector, {}, signal);
  const link = tab.frames.of(ref);
  await tab.answer(() => link.call({ action: 'expectDrop', selector: ref }));
  const data = { items: [], files, dragOperationsMask: COPY };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    signal.throwIfAborted();
    await orDialog(tab, tab.cdp.send('Input.dispatchDragEvent', { type, x, y, data }));
    await sleep(STEP_MS, signal);
  }
  const hasDropped = await tab.answer(() => link.call({ action: 'hasDropped' })).catch(() => true);
  return hasDropped ? { role, name, ref } : undefined;
}
