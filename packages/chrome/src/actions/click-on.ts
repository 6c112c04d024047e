import { BtcpError } from '@btcp/protocol';
import type { Target } from 'btcp-browser-agent';
import { type ClickOptions, clickAt } from '../input/mouse.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { reach } from './reach.js';

/** What moves away from the pointer is followed this often: it comes to rest when the pointer is where it unfolds. */
const MOST_TRIES = 3;

/** Clicks on an element and on nothing else, also where the page moves it when the pointer comes. */
export async function clickOn(
  tab: Tab,
  selector: string,
  options: ClickOptions,
  signal: AbortSignal,
): Promise<Pick<Target, 'element' | 'ref'>> {
  for (let tries = 1; ; tries++) {
    const { element, ref, x, y } = await reach(tab, selector, { press: true }, signal);
    await orDialog(tab, clickAt(tab.cdp, { x, y }, options));
    const other = await whatWasHit(tab, ref);
    if (other === null) return { element, ref };
    if (tries === MOST_TRIES) {
      throw new BtcpError('not_actionable', `${element} moves away from the pointer: ${other} is there then.`, {
        hint: 'Nothing was clicked. Point at it with browser_hover, and click what that shows.',
      });
    }
  }
}

/** Null where it was the element, and where that has led away from the page or to a dialog. */
async function whatWasHit(tab: Tab, ref: string): Promise<string | null> {
  try {
    return await tab.answer(() => tab.frames.of(ref).call('pressed'));
  } catch {
    return null;
  }
}
