import { type ActionAnswer, BtcpError } from '@btcp/protocol';
import { isTag } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { checkedState, isLeft, resultOf } from '../fields/field-state.js';
import type { Page } from '../page/page.js';
import { clickAt } from './click.js';

export async function setChecked(page: Page, selector: string, wanted: boolean): Promise<ActionAnswer> {
  const located = locate(page.document, page.refs, selector);
  const element = isTag(located, 'label') && located.control ? located.control : located;
  const before = checkedState(element);
  if (before === undefined) {
    throw new BtcpError('not_actionable', `${describe(element)} cannot be checked.`, {
      hint: 'Use the ref of a checkbox, radio or switch; use click for other things.',
    });
  }
  const subject = infoOf(page.refs, element);
  if (before === wanted) return resultOf(subject, element);
  if (!wanted && isRadio(element)) {
    throw new BtcpError('not_actionable', `${describe(element)} is a radio, which cannot be unchecked.`, {
      hint: 'Check another radio of its group.',
    });
  }
  await clickAt(page, await whenActionable(page, element, { editable: true }), 'left', 1);
  await settle();
  if (isLeft(element) || checkedState(element) === wanted) return resultOf(subject, element);
  const state = wanted ? 'unchecked' : 'checked';
  throw new BtcpError('not_actionable', `${describe(element)} was clicked, but the page kept it ${state}.`, {
    hint: 'Take a snapshot: the page may say why.',
  });
}

function isRadio(element: Element): boolean {
  return isTag(element, 'input') ? element.type === 'radio' : /radio$/.test(element.getAttribute('role') ?? '');
}
