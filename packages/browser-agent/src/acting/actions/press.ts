import { BtcpError, type PressAnswer } from '@btcp/protocol';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { assertEnabled, assertVisible } from '../actionability/assert-actionable.js';
import { isLeft, resultOf } from '../fields/field-state.js';
import { moveFocus } from '../fields/focus.js';
import { parseChord } from '../keyboard/keys.js';
import { focused, pressKey } from '../keyboard/press-key.js';
import type { Page } from '../page/page.js';

export async function press(page: Page, key: string, selector?: string): Promise<PressAnswer> {
  const chord = parseChord(key);
  if (selector !== undefined) focusForKeys(page, selector);
  const target = focused(page);
  const subject = infoOf(page.refs, target);
  const note = pressKey(page, chord);
  await settle();
  // The next document may not have an element yet.
  return { ...resultOf(subject, target, () => note), focused: isLeft(target) ? '' : describe(focused(page)) };
}

export function focusForKeys(page: Page, selector: string): Element {
  const element = locate(page.document, page.refs, selector);
  assertVisible(element);
  assertEnabled(element);
  if (moveFocus(element)) return element;
  throw new BtcpError('not_actionable', `${describe(element)} cannot take the focus, so no key reaches it.`, {
    hint: 'Name a control, or leave the selector out to press the key on the focused element.',
  });
}
