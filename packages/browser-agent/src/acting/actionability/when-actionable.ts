import { BtcpError } from '@btcp/protocol';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import type { Page } from '../page/page.js';
import { type ActionNeeds, assertActionable } from './assert-actionable.js';
import type { Spot } from './spot.js';

/** Long enough for a dialog to fade away or a button to be enabled after an input, short enough to wait for in vain. */
const PATIENCE = 500;

/** Where the action can be done, as soon as it can; what stands in the way when it still does after a moment. */
export async function whenActionable(page: Page, element: Element, needs?: ActionNeeds): Promise<Spot> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    if (!element.isConnected) throw gone(element);
    try {
      return assertActionable(page, element, needs);
    } catch (error) {
      if (performance.now() >= deadline || BtcpError.from(error).code !== 'not_actionable') throw error;
    }
    await settle();
  }
}

/** The same for a pointer that arrives later: the element must also have come to rest. */
export async function whenStill(page: Page, element: Element, needs?: ActionNeeds): Promise<Spot> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const spot = await whenActionable(page, element, needs);
    const { left, top } = element.getBoundingClientRect();
    await settle();
    const now = element.getBoundingClientRect();
    if ((now.left === left && now.top === top) || performance.now() >= deadline) return spot;
  }
}

function gone(element: Element): BtcpError {
  return new BtcpError('stale_ref', `${describe(element)} has left the page.`, {
    hint: 'Take a new snapshot and use a ref from it.',
  });
}
