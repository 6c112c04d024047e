import { type ActionAnswer, BtcpError, sleep } from '@btcp/protocol';
import { flatContains } from '../../dom/flat-tree.js';
import { isTag } from '../../dom/tags.js';
import { nextTask, settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf, mention } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { isLeft, rawValue, resultOf } from '../fields/field-state.js';
import { editingHost, type Field, fieldOf, isTextField } from '../fields/fields.js';
import { moveFocus } from '../fields/focus.js';
import { commit, rememberValue } from '../keyboard/commit.js';
import { edit } from '../keyboard/edit.js';
import { keyOfCharacter } from '../keyboard/keys.js';
import { focused, pressKey } from '../keyboard/press-key.js';
import type { Page } from '../page/page.js';
import { compare, fillField, selectContents } from './fill.js';

/** Whether to clear the field first, and how fast to type. */
export interface TypeOptions {
  /** Clears the field first; otherwise the text is appended. */
  clear?: boolean | undefined;
  delay?: number | undefined;
}

export async function type(
  page: Page,
  selector: string,
  text: string,
  options: TypeOptions = {},
): Promise<ActionAnswer> {
  if (typeof text !== 'string')
    throw new BtcpError('invalid_input', `The text to type must be text, not ${typeof text}.`, {
      hint: 'Give the text as a string.',
    });
  const field = fieldOf(locate(page.document, page.refs, selector));
  // Scripts cannot reach the caret of such fields, so the value is set.
  if (field.kind === 'formatted' || field.kind === 'select') return fillField(page, field, text);
  const { element } = field;
  const subject = infoOf(page.refs, element);
  await whenActionable(page, element, { editable: true });
  takeFocus(field);
  rememberValue(element);
  const before = options.clear ? '' : (rawValue(element) ?? '');
  prepareCaret(field, options.clear ?? false);
  await nextTask();
  for (const character of text) {
    if (isLeft(element)) break;
    pressKey(page, { key: keyOfCharacter(character), modifiers: [] });
    await (options.delay ? sleep(options.delay) : nextTask());
  }
  await settle();
  if (!isLeft(element)) commit(element);
  await settle();
  return resultOf(subject, element, () => noteOf(page, field, before, text));
}

export function takeFocus(field: Field): void {
  if (moveFocus(caretOwner(field))) return;
  throw new BtcpError('not_actionable', `${describe(field.element)} did not take the focus.`, {
    hint: 'Click it first, and take a snapshot to see what opens.',
  });
}

function caretOwner(field: Field): Element {
  return field.kind === 'rich' ? editingHost(field.element) : field.element;
}

export function prepareCaret(field: Field, clear: boolean): void {
  if (clear && rawValue(field.element)) {
    selectAll(field);
    edit(caretOwner(field), 'deleteContentBackward');
  } else {
    if (field.kind === 'rich') selectContents(field.element);
    field.element.ownerDocument.getSelection()?.modify('move', 'forward', 'documentboundary');
  }
}

export function selectAll(field: Field): void {
  if (field.kind === 'rich') selectContents(field.element);
  else if (isTag(field.element, 'input', 'textarea')) field.element.select();
}

function noteOf(page: Page, { element }: Field, before: string, text: string): string | undefined {
  const now = focused(page);
  // Code fields move the focus on, and Enter or Tab leave the field, so its text proves nothing.
  if (now !== element && !flatContains(now, element)) return `Focus moved to ${describe(now)}.`;
  if (/[\n\r\t]/.test(text) && isTag(element, 'input')) return undefined;
  return text === '' ? undefined : compare(element, before, before + text);
}

/** Pages may reject, format or forward trusted keys, or replace the field. */
export async function readTyped(page: Page, selector: string, text: string): Promise<ActionAnswer> {
  let element: Element | undefined;
  let now = focused(page);
  try {
    ({ element } = fieldOf(locate(page.document, page.refs, selector)));
    commit(element);
    await settle();
    now = focused(page);
    ({ element } = fieldOf(locate(page.document, page.refs, selector)));
  } catch (thrown) {
    if (BtcpError.from(thrown).code !== 'stale_ref' || !isTextField(now)) throw thrown;
    return resultOf(infoOf(page.refs, now), now, () => 'The page has redrawn the field: this is the new one.');
  }
  return resultOf(infoOf(page.refs, element), element, () => whereTypedTextIs(page, element, now, text));
}

function whereTypedTextIs(page: Page, element: Element, now: Element, text: string): string | undefined {
  const value = rawValue(element) ?? '';
  if (value.includes(text) || (/[\n\r\t]/.test(text) && isTag(element, 'input'))) return undefined;
  if (now !== element && isTextField(now) && !flatContains(now, element)) {
    return `The page moved the rest into the fields up to ${mention(page.refs, now)}.`;
  }
  return isInOrder(text, value) ? 'The page reformatted the text.' : 'The page changed or rejected the typed text.';
}

function isInOrder(characters: string, text: string): boolean {
  let place = 0;
  for (const character of characters) {
    place = text.indexOf(character, place) + 1;
    if (place === 0) return false;
  }
  return true;
}
