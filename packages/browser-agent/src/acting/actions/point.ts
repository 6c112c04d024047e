import { type ActionAnswer, BtcpError } from '@btcp/protocol';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { assertEnabled, assertVisible } from '../actionability/assert-actionable.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { resultOf } from '../fields/field-state.js';
import { moveFocus } from '../fields/focus.js';
import type { Page } from '../page/page.js';

export async function hover(page: Page, selector: string): Promise<ActionAnswer> {
  const element = locate(page.document, page.refs, selector);
  const subject = infoOf(page.refs, element);
  const spot = await whenActionable(page, element, { enabled: false });
  page.pointer.moveTo(spot.hit, spot);
  await settle();
  return resultOf(subject, element, () => 'Styles of :hover do not follow a scripted pointer; handlers do.');
}

export async function focus(page: Page, selector: string): Promise<ActionAnswer> {
  const element = locate(page.document, page.refs, selector);
  const subject = infoOf(page.refs, element);
  assertVisible(element);
  assertEnabled(element);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (!moveFocus(element)) {
    throw new BtcpError('not_actionable', `${describe(element)} cannot take the focus.`, {
      hint: 'Focus a control, a link, or an element with a tabindex.',
    });
  }
  await settle();
  return resultOf(subject, element);
}
