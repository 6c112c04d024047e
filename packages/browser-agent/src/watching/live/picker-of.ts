import type { Picker, PickerOption, Rectangle } from '@btcp/protocol';
import { inspect } from '../../reading/aria/inspect.js';

export type PickedControl = HTMLSelectElement | HTMLInputElement;

const KINDS = new Set<string>(['date', 'time', 'datetime-local', 'month', 'week', 'color']);

export function pickedControl(event: Event): PickedControl | undefined {
  for (const target of event.composedPath()) {
    if (!isElement(target)) continue;
    if (target.localName === 'select') return isDropDown(target as HTMLSelectElement);
    if (target.localName !== 'input') continue;
    const input = target as HTMLInputElement;
    return !input.disabled && !input.readOnly && (KINDS.has(input.type) || input.list) ? input : undefined;
  }
  return undefined;
}

export function pickerOf(control: PickedControl, id: string): Picker {
  const shared = { id, rectangle: rectangleOf(control), label: inspect(control).name, value: control.value };
  if (control.localName === 'select') {
    const select = control as HTMLSelectElement;
    const options = [...select.options].map(describeOption);
    return { ...shared, kind: 'select', multiple: select.multiple, options };
  }
  const input = control as HTMLInputElement;
  const { min, max, step, list } = input;
  if (list) return { ...shared, kind: 'datalist', multiple: false, options: [...list.options].map(describeOption) };
  const limits = { ...(min ? { min } : {}), ...(max ? { max } : {}), ...(step ? { step } : {}) };
  return { ...shared, kind: input.type as Picker['kind'], multiple: false, options: [], ...limits };
}

function isDropDown(select: HTMLSelectElement): HTMLSelectElement | undefined {
  return !select.disabled && !select.multiple && select.size <= 1 ? select : undefined;
}

function describeOption(option: HTMLOptionElement, index: number): PickerOption {
  const group = option.parentElement?.localName === 'optgroup' ? (option.parentElement as HTMLOptGroupElement) : null;
  return {
    index,
    label: option.label || option.value,
    selected: option.selected,
    disabled: option.disabled || group?.disabled === true,
    ...(group ? { group: group.label } : {}),
  };
}

function rectangleOf(element: Element): Rectangle {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

function isElement(target: EventTarget): target is Element {
  return 'localName' in target;
}
