import { BtcpError } from '@btcp/protocol';
import { flatAncestors, flatContains } from '../../dom/flat-tree.js';
import { isTag } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';
import { isReadOnly } from '../../reading/aria/states.js';
import type { Page } from '../page/page.js';
import { type DropSide, edgeOf } from './edge-of.js';
import { whyDisabled, whyHidden } from './reasons.js';
import { findSpot, type Spot } from './spot.js';

/** What an element must be before an action may touch it. */
export interface ActionNeeds {
  /** Defaults to true; hovering over a disabled element is harmless. */
  enabled?: boolean;
  editable?: boolean;
  /** Lets the next pointer press reach this element only. */
  press?: boolean;
  /** Aims at a side of the element in place of its middle. */
  edge?: DropSide;
}

export function assertActionable(page: Page, element: Element, needs: ActionNeeds = {}): Spot {
  const { enabled = true, editable = false } = needs;
  if (enabled) assertEnabled(element);
  if (editable) assertWritable(element);
  releasePointer(element);
  try {
    assertVisible(element);
    const spot = editable && isRange(element) ? findSpot(page, element, isBehind) : findSpot(page, element);
    return needs.edge ? edgeOf(element, spot, needs.edge) : spot;
  } catch (error) {
    const label = spotOnLabel(page, element);
    if (label) return label;
    throw error;
  }
}

function isRange(element: Element): boolean {
  return isTag(element, 'input') && element.type === 'range';
}

// Pages draw custom sliders over the native input, so the pointer cannot reach the input that keys move.
function isBehind(element: Element, hit: Element): boolean {
  return flatContains(hit, element) || flatContains(element, hit);
}

export function assertVisible(element: Element): void {
  const hidden = whyHidden(element);
  if (hidden === undefined) return;
  throw new BtcpError('not_actionable', `${describe(element)} is hidden: ${hidden}.`, {
    hint: isTag(element, 'option')
      ? 'Use select on its list.'
      : 'Make it appear first, such as by opening its menu, or act on a visible element.',
  });
}

export function assertEnabled(element: Element): void {
  const disabled = whyDisabled(element);
  if (disabled === undefined) return;
  throw new BtcpError('not_actionable', `${describe(element)} is ${disabled}.`, {
    hint: 'Fill in what it depends on, or wait until it is enabled.',
  });
}

// A page that locks the pointer receives every click itself.
function releasePointer(element: Element): void {
  const { ownerDocument } = element;
  const holder = ownerDocument.pointerLockElement;
  if (!holder || holder === element) return;
  ownerDocument.exitPointerLock();
  throw new BtcpError('not_actionable', `The page holds the pointer at ${describe(holder)}: every click goes there.`, {
    hint: 'Use keys, or release the pointer with browser_press Escape.',
  });
}

function assertWritable(element: Element): void {
  if (!isReadOnly(element)) return;
  throw new BtcpError('not_actionable', `${describe(element)} is read-only.`, {
    hint: 'Its value comes from elsewhere on the page: look for the control that sets it.',
  });
}

// Styled checkboxes, radios and file inputs are often invisible, so people click their label.
function spotOnLabel(page: Page, element: Element): Spot | undefined {
  if (!isTag(element, 'input') || !['checkbox', 'radio', 'file'].includes(element.type)) return undefined;
  for (const label of element.labels ?? []) {
    if (whyHidden(label) !== undefined) continue;
    try {
      return findSpot(page, label, (outer, hit) => isBareLabel(outer, hit));
    } catch {
      // Another label may be free.
    }
  }
  return undefined;
}

function isBareLabel(label: Element, hit: Element): boolean {
  for (const ancestor of flatAncestors(hit)) {
    if (ancestor === label) return true;
    if (ancestor.matches('a[href], button, select, textarea')) return false;
  }
  return false;
}
