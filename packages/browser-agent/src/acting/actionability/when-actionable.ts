import { BtcpError } from '@btcp/protocol';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import type { Page } from '../page/page.js';
import { type ActionNeeds, assertActionable } from './assert-actionable.js';
import type { Spot } from './spot.js';

// Long enough for a dialog to fade or a button to become enabled.
const WAIT_MS = 500;

export async function whenActionable(page: Page, element: Element, needs?: ActionNeeds): Promise<Spot> {
  const deadline = performance.now() + WAIT_MS;
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

/** For a pointer that arrives later, so the element must also be still. */
export async function whenStill(page: Page, element: Element, needs?: ActionNeeds): Promise<Spot> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const spot = await whenActionable(page, element, needs);
    const { timeline } = element.ownerDocument;
    const { currentTime } = timeline;
    const { left, top } = element.getBoundingClientRect();
    await settle();
    const now = element.getBoundingClientRect();
    // On a busy machine no frame may have come, in which nothing could have moved.
    const isStill = timeline.currentTime !== currentTime && now.left === left && now.top === top;
    if (isStill || performance.now() >= deadline) return spot;
  }
}

/** Whether an animation that the browser runs is under way; others show only by waiting. */
export function isMoving(element: Element): boolean {
  return element.ownerDocument.getAnimations().some(({ playState }) => playState === 'running');
}

function gone(element: Element): BtcpError {
  return new BtcpError('stale_ref', `${describe(element)} has left the page.`, {
    hint: 'Take a new snapshot and use a ref from it.',
  });
}
