import { collapse, filledAttribute, hasAttribute, tagOf } from '../../dom/nodes.js';
import { shownValue } from './secret-fields.js';

type FormField = HTMLInputElement | HTMLTextAreaElement;

export function controlValue(element: Element, role: string): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
    case 'spinbutton':
    case 'slider':
    case 'scrollbar':
    case 'meter':
    case 'progressbar':
    case 'separator':
      return fieldValue(element) ?? rangeValue(element) ?? (role.endsWith('box') ? editableText(element) : undefined);
    case 'combobox':
    case 'listbox':
      return selectValue(element) ?? fieldValue(element) ?? selectedOptionText(element) ?? comboboxText(element, role);
    default:
      return undefined;
  }
}

export function isField(element: Element): element is FormField {
  const tag = tagOf(element);
  return tag === 'input' || tag === 'textarea';
}

export function isSelect(element: Element): element is HTMLSelectElement {
  return tagOf(element) === 'select';
}

function optionText(option: HTMLOptionElement): string {
  return collapse(option.label || option.text);
}

function fieldValue(element: Element): string | undefined {
  return isField(element) ? shownValue(element, element.value) : undefined;
}

function selectValue(element: Element): string | undefined {
  if (!isSelect(element)) return undefined;
  return [...element.selectedOptions].map(optionText).join(', ');
}

function rangeValue(element: Element): string | undefined {
  const written = filledAttribute(element, 'aria-valuetext') ?? filledAttribute(element, 'aria-valuenow');
  if (written !== undefined) return written;
  const tag = tagOf(element);
  if (tag === 'meter') return 'value' in element ? String(element.value) : undefined;
  return tag === 'progress' && hasAttribute(element, 'value') && 'value' in element ? String(element.value) : undefined;
}

function editableText(element: Element): string {
  return collapse(element.textContent ?? '');
}

function selectedOptionText(element: Element): string | undefined {
  const selected = element.querySelectorAll('[role~="option"][aria-selected="true"]');
  return selected.length > 0 ? [...selected].map((option) => collapse(option.textContent ?? '')).join(', ') : undefined;
}

function comboboxText(element: Element, role: string): string | undefined {
  if (role !== 'combobox') return undefined;
  const field = element.querySelector('input');
  return field ? fieldValue(field) : editableText(element);
}
