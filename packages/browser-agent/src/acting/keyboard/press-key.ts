import type { Modifier } from '@btcp/protocol';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';
import type { Page } from '../page/page.js';
import { afterKeyDown, afterKeyUp } from './default-actions.js';
import { type Chord, keyOf } from './keys.js';

export function pressKey(page: Page, chord: Chord): string | undefined {
  const held: Modifier[] = [];
  for (const modifier of chord.modifiers) {
    held.push(modifier);
    send(focused(page), 'keydown', { key: keyOf(modifier), modifiers: held });
  }
  const note = strike(page, chord);
  for (let modifier = held.pop(); modifier; modifier = held.pop()) {
    send(focused(page), 'keyup', { key: keyOf(modifier), modifiers: held });
  }
  return note;
}

function strike(page: Page, chord: Chord): string | undefined {
  const target = focused(page);
  const { key, modifiers } = chord;
  let note: string | undefined;
  const allowed = send(target, 'keydown', chord);
  if (allowed) {
    const types = (key.text !== undefined || key.key === 'Enter') && !modifiers.some((each) => each !== 'Shift');
    if (!types || send(target, 'keypress', chord)) note = afterKeyDown(page, target, chord);
  }
  // The focus may have moved on key down.
  const released = focused(page);
  if (send(released, 'keyup', chord) && allowed && released === target) afterKeyUp(target, chord);
  return note;
}

export function focused(page: Page): Element {
  return deepActiveElement(page.document) ?? page.document.body ?? page.document.documentElement;
}

function send(target: Element, type: 'keydown' | 'keypress' | 'keyup', { key, modifiers }: Chord): boolean {
  const view = viewOf(target);
  const character = key.text?.codePointAt(0) ?? key.keyCode;
  return target.dispatchEvent(
    new view.KeyboardEvent(type, {
      key: key.key,
      code: key.code,
      keyCode: type === 'keypress' ? character : key.keyCode,
      charCode: type === 'keypress' ? character : 0,
      altKey: modifiers.includes('Alt'),
      ctrlKey: modifiers.includes('Control'),
      metaKey: modifiers.includes('Meta'),
      shiftKey: modifiers.includes('Shift'),
      bubbles: true,
      cancelable: true,
      composed: true,
      view,
    }),
  );
}
