import { type ActionAnswer, BtcpError, labelOf } from '@btcp/protocol';
import { DocumentLeft } from '../tab/frame-link.js';
import type { Tab } from '../tab/tab.js';
import { clickOn } from './click-on.js';
import type { Performed } from './performed.js';

export async function check(tab: Tab, selector: string, wanted: boolean, signal: AbortSignal): Promise<Performed> {
  const before = await read(tab, selector);
  signal.throwIfAborted();
  if (before.checked === undefined) {
    throw new BtcpError('not_actionable', `${labelOf(before)} cannot be checked.`, {
      hint: 'Use the ref of a checkbox, radio or switch. Use browser_click for other elements.',
    });
  }
  if (before.checked === wanted) return { acted: before };
  if (!wanted && /radio$/.test(before.role)) {
    throw new BtcpError('not_actionable', `${labelOf(before)} is a radio, which cannot be unchecked.`, {
      hint: 'Check another radio of its group.',
    });
  }
  const performed = await clickOn(tab, selector, {}, signal);
  if (tab.dialog) return performed;
  const after = await read(tab, before.ref).catch((thrown) => {
    if (thrown instanceof DocumentLeft || BtcpError.from(thrown).code === 'stale_ref') return performed.acted;
    throw thrown;
  });
  if (after.checked === undefined || after.checked === wanted) return { ...performed, acted: after };
  throw new BtcpError(
    'not_actionable',
    `${labelOf(before)} was clicked, but the page kept it ${wanted ? 'unchecked' : 'checked'}.`,
    { hint: 'Take a snapshot: the page may say why.' },
  );
}

async function read(tab: Tab, selector: string): Promise<ActionAnswer> {
  const link = tab.frames.of(selector);
  return tab.answer(() => link.call({ action: 'readBack', selector }));
}
