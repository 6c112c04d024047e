import { flatContains } from '../../dom/flat-tree.js';
import { isHtmlElement, isTag } from '../../dom/tags.js';
import type { KeyAction } from './key-action.js';

export function releaseLocks(document: Document): boolean {
  const isFullscreen = Boolean(document.fullscreenElement);
  const isLocked = Boolean(document.pointerLockElement);
  if (isFullscreen) document.exitFullscreen().catch(() => {});
  if (isLocked) document.exitPointerLock();
  return isFullscreen || isLocked;
}

export const closeTopLayer: KeyAction = (target, { key, modifiers }) => {
  if (key.key !== 'Escape' || modifiers.length > 0) return undefined;
  const { ownerDocument } = target;
  if (releaseLocks(ownerDocument)) return '';
  const open = [...ownerDocument.querySelectorAll('dialog:modal, [popover]:not([popover="manual"]):popover-open')];
  const top = open.filter((layer) => flatContains(layer, target)).at(-1) ?? open.at(-1);
  if (isTag(top, 'dialog') && top.matches(':modal')) top.requestClose();
  else if (isHtmlElement(top)) top.hidePopover();
  return '';
};
