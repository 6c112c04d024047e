import { type ActionAnswer, BtcpError, type Modifier } from '@btcp/protocol';
import { deepElementFromPoint, flatAncestors } from '../../dom/flat-tree.js';
import { isTag } from '../../dom/tags.js';
import { nextTask, settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import type { Spot } from '../actionability/spot.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { isLeft, resultOf } from '../fields/field-state.js';
import { dropFocus, focusableAround, moveFocus } from '../fields/focus.js';
import type { Page } from '../page/page.js';
import type { MouseButton } from '../page/pointer.js';

/** Mouse button, click count and held modifiers of a click. */
export interface ClickOptions {
  button?: MouseButton | undefined;
  count?: number | undefined;
  modifiers?: readonly Modifier[] | undefined;
}

export async function click(page: Page, selector: string, options: ClickOptions = {}): Promise<ActionAnswer> {
  const { button = 'left', count = 1, modifiers = [] } = options;
  if (![1, 2, 3].includes(count))
    throw new BtcpError('invalid_input', `count must be 1, 2 or 3, not ${count}.`, {
      hint: 'Leave it out for a single click; 2 is a double click.',
    });
  const element = locate(page.document, page.refs, selector);
  if (isTag(element, 'input') && element.type === 'file') {
    throw new BtcpError(
      'not_actionable',
      `${describe(element)} opens a file chooser, which scripts of a page cannot.`,
      {
        hint: 'Give it files with browser_upload.',
      },
    );
  }
  const subject = infoOf(page.refs, element);
  const spot = await whenActionable(page, element);
  await clickAt(page, spot, button, count, modifiers);
  await settle();
  const isList = isTag(element, 'select');
  return resultOf(subject, element, () => (isList ? 'Focused; use select to choose an option.' : undefined));
}

export async function clickAt(
  page: Page,
  spot: Spot,
  button: MouseButton,
  count: number,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const { pointer } = page;
  pointer.modifiers = modifiers;
  try {
    pointer.moveTo(spot.hit, spot);
    for (let nth = 1; nth <= count; nth++) await clickOnce(page, spot, button, nth);
  } finally {
    pointer.modifiers = [];
  }
}

async function clickOnce({ pointer }: Page, spot: Spot, button: MouseButton, nth: number): Promise<void> {
  const { hit: target } = spot;
  if (pointer.down(target, button, nth)) followPress(target);
  if (button === 'right') pointer.click(target, 'contextmenu', button, 0);
  // A hand is slower than a framework, which may render in between.
  await nextTask();
  if (isLeft(target)) return;
  // The press may have removed or replaced the element, so the release goes to the element there now.
  const released = target.isConnected ? target : deepElementFromPoint(target.ownerDocument, spot.x, spot.y);
  if (!released) return;
  pointer.up(released, button, nth);
  const common = [...flatAncestors(released)].find((each) => [...flatAncestors(target)].includes(each));
  if (!common?.isConnected) return;
  pointer.click(common, button === 'left' ? 'click' : 'auxclick', button, nth);
  if (button === 'left' && nth === 2) pointer.mouse(common, 'dblclick', { detail: 2 });
}

function followPress(target: Element): void {
  const focusable = focusableAround(target);
  if (focusable) moveFocus(focusable);
  else dropFocus(target.ownerDocument);
}
