import { type ActionAnswer, BtcpError, type Choice } from '@btcp/protocol';
import { isTag } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { isBehindWidget, selectBehind } from '../actionability/behind-widget.js';
import { whenActionable } from '../actionability/when-actionable.js';
import { sendChange, sendInput } from '../fields/field-events.js';
import { resultOf } from '../fields/field-state.js';
import { moveFocus } from '../fields/focus.js';
import type { Page } from '../page/page.js';

const MAX_LISTED = 30;

export async function select(page: Page, selector: string, choice: Choice | readonly Choice[]): Promise<ActionAnswer> {
  const located = locate(page.document, page.refs, selector);
  const control = isTag(located, 'label') && located.control ? located.control : located;
  const element = isTag(control, 'select') ? control : (selectBehind(control) ?? control);
  if (!isTag(element, 'select')) {
    throw new BtcpError('not_actionable', `${describe(element)} is not a native list of options.`, {
      hint: 'Click it, and click the option that appears.',
    });
  }
  return chooseOptions(page, element, isList(choice) ? choice : [choice]);
}

export async function chooseOptions(
  page: Page,
  element: HTMLSelectElement,
  choices: readonly Choice[],
): Promise<ActionAnswer> {
  const subject = infoOf(page.refs, element);
  const isBehind = await isReachedBehind(page, element);
  if (choices.length > 1 && !element.multiple) {
    throw new BtcpError('invalid_input', `${describe(element)} takes one option, not ${choices.length}.`, {
      hint: 'Give a single option.',
    });
  }
  const wanted = choices.map((choice) => optionOf(element, choice));
  if (!isBehind) moveFocus(element);
  if ([...element.options].some((option) => option.selected !== wanted.includes(option))) {
    for (const option of element.options) option.selected = wanted.includes(option);
    sendInput(element);
    sendChange(element);
  }
  await settle();
  const kept = () => wanted.every((option) => option.selected) && element.selectedOptions.length === wanted.length;
  const note = isBehind ? 'Set on the native list behind the widget that the page shows.' : undefined;
  return resultOf(subject, element, () => (kept() ? note : 'The page changed the choice.'));
}

async function isReachedBehind(page: Page, element: HTMLSelectElement): Promise<boolean> {
  try {
    await whenActionable(page, element);
    return false;
  } catch (thrown) {
    if (BtcpError.from(thrown).code === 'not_actionable' && isBehindWidget(page, element)) return true;
    throw thrown;
  }
}

export function choicesIn(element: HTMLSelectElement, text: string): string[] {
  if (!element.multiple || findOption([...element.options], text)) return [text];
  return text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');
}

function isList(choice: Choice | readonly Choice[]): choice is readonly Choice[] {
  return Array.isArray(choice);
}

function optionOf(element: HTMLSelectElement, choice: Choice): HTMLOptionElement {
  const option = findOption([...element.options], choice);
  if (!option) {
    const listed = [...element.options].slice(0, MAX_LISTED).map((each) => `"${each.label}" (value "${each.value}")`);
    const more = element.options.length > MAX_LISTED ? ` and ${element.options.length - MAX_LISTED} more` : '';
    throw new BtcpError(
      'not_found',
      `${describe(element)} has no option ${JSON.stringify(choice)}. Its options are ${listed.join(', ')}${more}.`,
      {
        hint: 'Choose one of its options, by value or label.',
      },
    );
  }
  if (option.matches(':disabled')) {
    throw new BtcpError('not_actionable', `The option "${option.label}" of ${describe(element)} is disabled.`, {
      hint: 'Choose another option, or do what enables it first.',
    });
  }
  return option;
}

function findOption(options: HTMLOptionElement[], choice: Choice): HTMLOptionElement | undefined {
  if (typeof choice === 'number') return options[choice];
  if (typeof choice === 'string') {
    const label = normal(choice);
    return (
      options.find((option) => option.value === choice) ??
      options.find((option) => normal(option.label) === label) ??
      options.find((option) => normal(option.label).toLowerCase() === label.toLowerCase())
    );
  }
  const { value, label, index } = choice;
  if (value === undefined && label === undefined && index === undefined) return undefined;
  return options.find(
    (option) =>
      (value === undefined || option.value === value) &&
      (label === undefined || normal(option.label) === normal(label)) &&
      (index === undefined || option.index === index),
  );
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
