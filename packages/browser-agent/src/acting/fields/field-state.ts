import type { ActionAnswer, ElementInfo, FieldState } from '@btcp/protocol';
import { isHtmlElement, isTag } from '../../dom/tags.js';
import { shownValue } from '../../reading/aria/secret-fields.js';
import { renderedText } from '../../reading/text/rendered-text.js';

/** `note` is called only while the page is still there. */
export function resultOf(info: ElementInfo, element: Element, note?: () => string | undefined): ActionAnswer {
  if (isLeft(element)) return { ...info, note: 'The page has been left.' };
  const text = note?.();
  return { ...info, ...readState(element), ...(text === undefined ? {} : { note: text }) };
}

export function isLeft(element: Element): boolean {
  return element.ownerDocument.defaultView === null;
}

export function readState(element: Element): FieldState {
  if (isTag(element, 'select')) {
    return { value: element.value, selected: [...element.selectedOptions].map((option) => option.label) };
  }
  const checked = checkedState(element);
  if (checked !== undefined) return { checked };
  const value = rawValue(element);
  return value === undefined ? {} : { value: shownValue(element, value) };
}

export function checkedState(element: Element): boolean | 'mixed' | undefined {
  if (isTag(element, 'input') && (element.type === 'checkbox' || element.type === 'radio')) {
    return element.indeterminate ? 'mixed' : element.checked;
  }
  const stated = element.getAttribute('aria-checked');
  if (stated === null) return undefined;
  return stated === 'mixed' ? 'mixed' : stated === 'true';
}

/** Secrets are not masked. */
export function rawValue(element: Element): string | undefined {
  if (isTag(element, 'input', 'textarea', 'select')) return element.value;
  if (!isHtmlElement(element) || !element.isContentEditable) return undefined;
  // Editors keep invisible characters in empty lines, to hold the caret.
  return renderedText(element).replace(/[\u200b\ufeff]|\n$/g, '');
}
