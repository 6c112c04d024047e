import { type ActionAnswer, BtcpError, type ElementInfo, sleep } from '@btcp/protocol';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { reach } from './reach.js';

// Pages may act a frame after each event.
const STEP_MS = 20;
const COPY = 1;

/** Drops files, and data by MIME type; undefined where the page takes no drop there. */
export async function drop(
  tab: Tab,
  selector: string,
  files: string[],
  signal: AbortSignal,
  content: Readonly<Record<string, string>> = {},
): Promise<ElementInfo | undefined> {
  const { role, name, ref, x, y } = await reach(tab, selector, {}, signal);
  const link = tab.frames.of(ref);
  await tab.answer(() => link.call({ action: 'expectDrop', selector: ref }));
  const items = Object.entries(content).map(([mimeType, data]) => ({ mimeType, data }));
  const data = { items, files, dragOperationsMask: COPY };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    signal.throwIfAborted();
    await orDialog(tab, tab.cdp.send('Input.dispatchDragEvent', { type, x, y, data }));
    await sleep(STEP_MS, signal);
  }
  const hasDropped = await tab.answer(() => link.call({ action: 'hasDropped' })).catch(() => true);
  return hasDropped ? { role, name, ref } : undefined;
}

interface Dropped {
  files: string[];
  data: Readonly<Record<string, string>> | undefined;
}

export async function dropOn(
  tab: Tab,
  selector: string,
  { files, data }: Dropped,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const dropped = await drop(tab, selector, files, signal, data);
  if (dropped) return dropped;
  throw new BtcpError('not_actionable', `${selector} does not accept drops.`, {
    hint: 'Use the ref of the place that the page marks for dropping. browser_upload gives files to a file input.',
  });
}
