import { treeRoot } from '../../dom/flat-tree.js';
import { isElement, isTag } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';
import { isTextField } from '../fields/fields.js';
import { commit } from './commit.js';
import { announceEdit } from './edit.js';
import type { KeyAction } from './key-action.js';
import type { Chord } from './keys.js';

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image', 'file', 'color']);

export const activateOnKeyDown: KeyAction = (target, { key, modifiers }) => {
  if (key.key !== 'Enter' || modifiers.length > 0) return undefined;
  if (isTag(target, 'button', 'summary') || target.matches('a[href], area[href]') || isInputButton(target)) {
    return press(target);
  }
  if (!isTag(target, 'input')) return undefined;
  if (isTextField(target) && !announceEdit(target, 'insertLineBreak')) return '';
  commit(target);
  return target.form ? submitImplicitly(target.form) : '';
};

export function activateOnKeyUp(target: Element, { key, modifiers }: Chord): void {
  if (key.key !== ' ' || modifiers.length > 0) return;
  const checkable = isTag(target, 'input') && (target.type === 'checkbox' || target.type === 'radio');
  if (checkable || isTag(target, 'button', 'summary') || isInputButton(target)) press(target);
}

function isInputButton(target: Element): boolean {
  return isTag(target, 'input') && BUTTON_TYPES.has(target.type);
}

function press(target: Element): string {
  if ('click' in target && typeof target.click === 'function') target.click();
  return '';
}

const BLOCKING_TYPES = new Set([
  'text',
  'search',
  'tel',
  'url',
  'email',
  'password',
  'date',
  'month',
  'week',
  'time',
  'datetime-local',
  'number',
]);

function submitImplicitly(form: HTMLFormElement): string {
  const buttons = treeRoot(form).querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input');
  const submit = [...buttons].find((each) => each.form === form && ['submit', 'image'].includes(each.type));
  if (submit?.matches(':disabled')) return `Enter does nothing here: ${describe(submit)} is disabled.`;
  if (submit) return withRefusal(form, () => submit.click());
  const fields = [...form.elements].filter((each) => isTag(each, 'input') && BLOCKING_TYPES.has(each.type));
  if (fields.length > 1) return 'Enter does nothing here: the form has several fields and no submit button.';
  return withRefusal(form, () => form.requestSubmit());
}

function withRefusal(form: HTMLFormElement, submit: () => void): string {
  const invalid: Element[] = [];
  const root = treeRoot(form);
  const notice = ({ target }: Event) => {
    if (isElement(target)) invalid.push(target);
  };
  root.addEventListener('invalid', notice, true);
  submit();
  root.removeEventListener('invalid', notice, true);
  const [first] = invalid;
  if (!first || !('validationMessage' in first)) return '';
  return `The form was not sent: ${describe(first)}: ${String(first.validationMessage)}`;
}
