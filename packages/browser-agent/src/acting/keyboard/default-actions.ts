import type { Page } from '../page/page.js';
import { activateOnKeyDown, activateOnKeyUp } from './activation.js';
import { changeChoice } from './choices.js';
import { editByKey } from './editing-keys.js';
import { closeTopLayer } from './escape.js';
import type { KeyAction } from './key-action.js';
import type { Chord } from './keys.js';
import { scrollByKey } from './scrolling.js';
import { moveByTab } from './tab.js';

const AFTER_KEY_DOWN: readonly KeyAction[] = [
  moveByTab,
  changeChoice,
  editByKey,
  activateOnKeyDown,
  closeTopLayer,
  scrollByKey,
];

/** Scripted key events have no default action. */
export function afterKeyDown(page: Page, target: Element, chord: Chord): string | undefined {
  for (const action of AFTER_KEY_DOWN) {
    const note = action(target, chord, page);
    if (note !== undefined) return note || undefined;
  }
  return undefined;
}

export function afterKeyUp(target: Element, chord: Chord): void {
  activateOnKeyUp(target, chord);
}
