import { type ActionAnswer, BtcpError } from '@btcp/protocol';
import { isTag } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { isSecret } from '../../reading/aria/secret-fields.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { assertOrigin } from '../fields/assert-origin.js';
import { sendChange, sendInput } from '../fields/field-events.js';
import { checkedState, rawValue, resultOf } from '../fields/field-state.js';
import { editingHost, type Field, fieldOf, setNativeValue } from '../fields/fields.js';
import { moveFocus } from '../fields/focus.js';
import { announceEdit, edit } from '../keyboard/edit.js';
import type { Page } from '../page/page.js';
import { setChecked } from './check.js';
import { formatted } from './formatted-value.js';
import { choicesIn, chooseOptions } from './select.js';

export async function fill(page: Page, selector: string, value: string, origin?: string): Promise<ActionAnswer> {
  if (typeof value !== 'string')
    throw new BtcpError('invalid_input', `The value to fill must be text, not ${typeof value}.`, {
      hint: 'Give the value as a string.',
    });
  const located = locate(page.document, page.refs, selector);
  assertOrigin(located, origin);
  const control = (isTag(located, 'label') && located.control) || located;
  if (checkedState(control) !== undefined) return setChecked(page, selector, wantsChecked(control, value));
  return fillField(page, fieldOf(located), value);
}

const YES = ['true', 'on', 'yes', 'checked', '1'];
const NO = ['false', 'off', 'no', 'unchecked', '0', ''];

function wantsChecked(element: Element, value: string): boolean {
  const word = value.trim().toLowerCase();
  if (YES.includes(word) || (element.hasAttribute('value') && element.getAttribute('value') === value)) return true;
  if (NO.includes(word)) return false;
  throw new BtcpError('invalid_input', `${describe(element)} takes true or false, not ${JSON.stringify(value)}.`, {
    hint: 'Give true or false.',
  });
}

export async function fillField(page: Page, field: Field, value: string): Promise<ActionAnswer> {
  const { element } = field;
  if (field.kind === 'select') return chooseOptions(page, field.element, choicesIn(field.element, value));
  const subject = infoOf(page.refs, element);
  await whenActionable(page, element, { editable: true });
  const before = rawValue(element);
  const wanted = field.kind === 'formatted' ? formatted(field.element, value) : value;
  if (field.kind === 'text') assertFits(field.element, value);
  if (field.kind === 'rich') {
    replaceRichText(field.element, value);
  } else {
    moveFocus(element);
    replaceValue(field.element, wanted);
  }
  await settle();
  return resultOf(subject, element, () => compare(element, before, wanted));
}

function assertFits(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (element.maxLength >= 0 && value.length > element.maxLength) {
    throw new BtcpError(
      'invalid_input',
      `${describe(element)} takes ${element.maxLength} characters, not ${value.length}.`,
      {
        hint: 'Shorten the text.',
      },
    );
  }
  if (element.type === 'number' && value.trim() !== '' && !Number.isFinite(Number(value))) {
    throw new BtcpError('invalid_input', `${describe(element)} takes a number, not ${JSON.stringify(value)}.`, {
      hint: 'Write the value in digits, such as 12.5.',
    });
  }
}

function replaceValue(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const inputType = 'insertReplacementText';
  if (!announceEdit(element, inputType, value)) return;
  setNativeValue(element, value);
  sendInput(element, { inputType, data: value });
  sendChange(element);
}

// Editors follow editing commands at a selection.
function replaceRichText(element: HTMLElement, value: string): void {
  const host = editingHost(element);
  moveFocus(host);
  selectContents(element);
  if (value === '') edit(host, 'deleteContentBackward');
  else edit(host, 'insertText', value);
}

export function selectContents(element: HTMLElement): void {
  element.ownerDocument.getSelection()?.selectAllChildren(element);
}

/** Returns a note if the field holds another value; throws if the field kept its old value. */
export function compare(element: Element, before: string | undefined, wanted: string): string | undefined {
  const now = rawValue(element);
  if (sameText(element, now, wanted)) return undefined;
  if (now === before) {
    throw new BtcpError('not_actionable', `The page rejected the text: ${describe(element)} still has its old value.`, {
      hint: 'Take a snapshot: the page may say why, or want another format.',
    });
  }
  return isSecret(element) ? 'The page changed the value.' : `The page changed the value to ${JSON.stringify(now)}.`;
}

// Fields normalise line ends, and pages decide the lines and spaces of rich text.
function sameText(element: Element, now: string | undefined, wanted: string): boolean {
  const lines = wanted.replace(/\r\n?/g, '\n');
  if (now === undefined || isTag(element, 'input', 'textarea')) return now === lines;
  const normal = (text: string) =>
    text
      .replace(/\u00a0/g, ' ')
      .replace(/\n+/g, '\n')
      .trim();
  return normal(now) === normal(lines);
}
