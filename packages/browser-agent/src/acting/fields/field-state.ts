import { isHtmlElement, isTag } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';
import { Reading } from '../../reading/aria/reading.js';
import { shownValue } from '../../reading/aria/secret-fields.js';
import { refOf } from '../../reading/refs/mention.js';
import { renderedText } from '../../reading/text/rendered-text.js';
import type { Page } from '../page/page.js';

/** What a control holds, read from the element itself. */
export interface FieldState {
  /** Masked where it is a secret, its length included. */
  value?: string;
  checked?: boolean | 'mixed';
  /** The labels of the chosen options. */
  selected?: string[];
}

/** The element that an action is done to, as it was called before the action changed it. */
export interface Subject {
  /** Such as `textbox "Email"`. */
  element: string;
  ref: string;
}

/** What an action reports: the element it really acted on, and what that holds now. */
export interface ActionResult extends Subject, FieldState {
  /** What the caller should know: the page changed the value, nothing moved, … */
  note?: string;
  /** The agent's own page is being left because of it. */
  leaving?: true;
}

export function subjectOf(page: Page, element: Element): Subject {
  const reading = new Reading(element);
  return { element: describe(element, reading), ref: refOf(page.refs, element, reading) };
}

/** `note` is asked only while the page is still there. */
export function resultOf(subject: Subject, element: Element, note?: () => string | undefined): ActionResult {
  if (isLeft(element)) return { ...subject, note: 'The page has been left.' };
  const text = note?.();
  return { ...subject, ...readState(element), ...(text === undefined ? {} : { note: text }) };
}

/** Whether the element's document is shown no more: an action may lead its frame to another page. */
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

/** Whether something that can be checked is; undefined for everything else. */
export function checkedState(element: Element): boolean | 'mixed' | undefined {
  if (isTag(element, 'input') && (element.type === 'checkbox' || element.type === 'radio')) {
    return element.indeterminate ? 'mixed' : element.checked;
  }
  const stated = element.getAttribute('aria-checked');
  if (stated === null) return undefined;
  return stated === 'mixed' ? 'mixed' : stated === 'true';
}

/** The text in a field as it is, secret or not. */
export function rawValue(element: Element): string | undefined {
  if (isTag(element, 'input', 'textarea', 'select')) return element.value;
  if (!isHtmlElement(element) || !element.isContentEditable) return undefined;
  // Editors keep invisible characters in empty lines, to hold the caret.
  return renderedText(element).replace(/[\u200b\ufeff]|\n$/g, '');
}
