import { BtcpError, type DragAnswer, labelOf } from '@btcp/protocol';
import { deepElementFromPoint, flatAncestors } from '../../dom/flat-tree.js';
import { isHtmlElement, viewOf } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import type { DropSide } from '../actionability/edge-of.js';
import type { Spot } from '../actionability/spot.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { resultOf } from '../fields/field-state.js';
import type { Page } from '../page/page.js';
import type { Pointer } from '../page/pointer.js';

const STEPS = 8;

export async function drag(page: Page, from: string, to: string, position?: DropSide): Promise<DragAnswer> {
  const source = locate(page.document, page.refs, from);
  const target = locate(page.document, page.refs, to);
  const { pointer } = page;
  const subject = infoOf(page.refs, source);
  const dropped = describe(target);
  const found = await whenActionable(page, target, { enabled: false, ...(position ? { edge: position } : {}) });
  const { left, top } = target.getBoundingClientRect();
  const start = await whenActionable(page, source);
  // Reaching the source may have scrolled the target along.
  const now = target.getBoundingClientRect();
  const end = { hit: found.hit, x: found.x + now.left - left, y: found.y + now.top - top };
  pointer.moveTo(start.hit, start);
  pointer.down(start.hit, 'left', 1);
  const draggable = [...flatAncestors(start.hit)].find((each) => isHtmlElement(each) && each.draggable);
  const dragged = draggable ? await dropByDragging(pointer, draggable, end) : undefined;
  if (dragged === undefined) await dropByMoving(pointer, start, end);
  await settle();
  if (dragged === false) {
    throw new BtcpError('not_actionable', `${dropped} does not accept ${labelOf(subject)}.`, {
      hint: 'Drop it on another element.',
    });
  }
  return { ...resultOf(subject, source), target: dropped };
}

// Returns undefined when the page wants pointer moves instead.
async function dropByDragging(pointer: Pointer, source: Element, end: Spot): Promise<boolean | undefined> {
  const { DataTransfer } = viewOf(source);
  const data = new DataTransfer();
  data.effectAllowed = 'all';
  if (!pointer.drag(source, 'dragstart', data)) return undefined;
  pointer.cancel(source);
  await settle();
  pointer.drag(source, 'drag', data);
  pointer.drag(end.hit, 'dragenter', data, end);
  pointer.drag(end.hit, 'dragover', data);
  await settle();
  // A page accepts a drop by preventing dragover.
  const accepted = !pointer.drag(end.hit, 'dragover', data);
  pointer.drag(end.hit, accepted ? 'drop' : 'dragleave', data);
  pointer.drag(source, 'dragend', data);
  return accepted;
}

// At the pace of a hand, because pages follow a drag by frames and short timers.
async function dropByMoving(pointer: Pointer, start: Spot, end: Spot): Promise<void> {
  const { ownerDocument } = start.hit;
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS;
    const at = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    pointer.moveTo(deepElementFromPoint(ownerDocument, at.x, at.y) ?? start.hit, at);
    await settle();
  }
  pointer.up(deepElementFromPoint(ownerDocument, end.x, end.y) ?? end.hit, 'left', 1);
}
