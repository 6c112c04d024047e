import { flatParent } from '../../dom/nodes.js';
import { viewOf } from '../../dom/tags.js';
import type { Page } from '../page/page.js';
import { assertActionable } from './assert-actionable.js';
import { whyDisabled, whyHidden } from './reasons.js';

// A widget and its list are close together.
const MAX_STEPS = 3;

/** Libraries hide a native list and draw a widget of their own, which a person reaches in its place. */
export function isBehindWidget(page: Page, select: HTMLSelectElement): boolean {
  const parent = flatParent(select);
  if (parent === null || whyDisabled(select) !== undefined || !isConcealed(select)) return false;
  try {
    assertActionable(page, parent, { enabled: false });
    return true;
  } catch {
    return false;
  }
}

function isConcealed(select: HTMLSelectElement): boolean {
  if (whyHidden(select) !== undefined) return true;
  const { width, height } = select.getBoundingClientRect();
  const { opacity, clip, clipPath, pointerEvents } = viewOf(select).getComputedStyle(select);
  return (
    width < 2 || height < 2 || opacity === '0' || clip !== 'auto' || clipPath !== 'none' || pointerEvents === 'none'
  );
}

export function selectBehind(widget: Element): HTMLSelectElement | undefined {
  let around: Element | null = widget;
  for (let step = 0; around && step <= MAX_STEPS; step++, around = flatParent(around)) {
    const lists = [...around.querySelectorAll('select')];
    const [only] = lists;
    if (lists.length > 1 || (only && around !== widget && holdsOthers(around, widget))) return undefined;
    if (only) return isConcealed(only) ? only : undefined;
  }
  return undefined;
}

// Two widgets around one list leave open which of them it belongs to.
function holdsOthers(around: Element, widget: Element): boolean {
  const others = around.querySelectorAll('input:not([type=hidden]), textarea, [role=combobox], [role=listbox]');
  return [...others].some((each) => !widget.contains(each) && !each.contains(widget) && whyHidden(each) === undefined);
}
