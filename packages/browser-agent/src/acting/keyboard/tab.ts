import { isTag } from '../../dom/tags.js';
import { moveFocus } from '../fields/focus.js';
import type { KeyAction } from './key-action.js';
import { tabOrder } from './tab-order.js';

export const moveByTab: KeyAction = (target, { key, modifiers }, page) => {
  if (key.key !== 'Tab' || modifiers.some((modifier) => modifier !== 'Shift')) return undefined;
  const order = tabOrder(page.document);
  const backwards = modifiers.includes('Shift');
  const index = order.indexOf(target);
  const from = index === -1 ? positionInTree(order, target, backwards) : index + (backwards ? -1 : 1);
  const next = order.at(from % order.length);
  if (!next) return 'There is nothing to move the focus to.';
  moveFocus(next);
  if (isTag(next, 'input')) next.select();
  return '';
};

function positionInTree(order: Element[], target: Element, backwards: boolean): number {
  if (target === target.ownerDocument.body) return backwards ? -1 : 0;
  const after = order.findIndex((each) => target.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (backwards) return after - 1;
  return after === -1 ? 0 : after;
}
