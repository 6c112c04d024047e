import {
  attribute,
  filledAttribute,
  hasAttribute,
  isElement,
  isPlain,
  referencedElements,
  tagOf,
} from '../../dom/nodes.js';
import { isNativelyDisabled } from './focusable.js';
import { CONTROL_ROLES } from './role-names.js';

const CHECKABLE = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);
const SELECTABLE = new Set(['columnheader', 'gridcell', 'option', 'row', 'rowheader', 'tab', 'treeitem']);
const EDITABLE = new Set(['combobox', 'searchbox', 'spinbutton', 'textbox']);
const VALIDATED = new Set([...EDITABLE, 'checkbox', 'listbox', 'radio', 'radiogroup', 'slider', 'switch']);

type Add = (name: string, value: string | undefined) => void;

export function statesOf(element: Element, role: string, hasPlainTag: boolean = isPlain(element)): string[] {
  if (hasPlainTag && !CONTROL_ROLES.has(role)) return plainStates(element, role);
  const states: string[] = [];
  const add: Add = (name, value) => {
    if (value === 'true') states.push(name);
    else if (value !== undefined) states.push(`${name}=${value}`);
  };
  if (role === 'heading') add('level', headingLevel(element));
  else if (role === 'treeitem' || role === 'row') add('level', filledAttribute(element, 'aria-level'));
  if (CHECKABLE.has(role)) add('checked', checkedState(element));
  if (role === 'button') add('pressed', shown(attribute(element, 'aria-pressed')));
  if (SELECTABLE.has(role)) add('selected', selectedState(element));
  add('expanded', expandedState(element));
  add('disabled', isDisabled(element) ? 'true' : undefined);
  if (EDITABLE.has(role)) {
    add('readonly', isReadOnly(element) ? 'true' : undefined);
    add('multiline', isMultiline(element) ? 'true' : undefined);
  }
  if (role === 'progressbar') add('indeterminate', isIndeterminate(element) ? 'true' : undefined);
  if (VALIDATED.has(role)) {
    add('required', isRequired(element) ? 'true' : undefined);
    add('invalid', invalidState(element));
  }
  if (!hasPlainTag) addAriaStates(element, role, add);
  add('active', isActive(element) ? 'true' : undefined);
  add('focused', isFocused(element) ? 'true' : undefined);
  return states;
}

function addAriaStates(element: Element, role: string, add: Add): void {
  add('current', shown(attribute(element, 'aria-current')));
  add('haspopup', popupKind(element));
  add('modal', isModal(element, role) ? 'true' : undefined);
  add('busy', shown(attribute(element, 'aria-busy')));
  add('draggable', isDraggable(element) ? 'true' : undefined);
  add('sort', role.endsWith('header') ? named(attribute(element, 'aria-sort')) : undefined);
}

function plainStates(element: Element, role: string): string[] {
  if (role === 'heading') return [`level=${headingLevel(element)}`];
  if (role === 'dialog') return isModal(element, role) ? ['modal'] : [];
  if (role === 'progressbar') return isIndeterminate(element) ? ['indeterminate'] : [];
  return role === 'group' && isNativelyDisabled(element) ? ['disabled'] : [];
}

// A shadow host stands for the focused element inside it, and the body for none.
function isFocused(element: Element): boolean {
  return element.matches(':focus') && tagOf(element) !== 'body';
}

// Keys act on the active option of an open list although the focus is elsewhere.
function isActive(element: Element): boolean {
  const id = filledAttribute(element, 'id');
  const focused = id === undefined ? null : element.ownerDocument.activeElement;
  return focused !== null && attribute(focused, 'aria-activedescendant') === id;
}

function isDisabled(element: Element): boolean {
  if (isNativelyDisabled(element)) return true;
  const group = element.closest('[aria-disabled]');
  return group !== null && attribute(group, 'aria-disabled') === 'true';
}

/** Links and images are draggable by default, so only the attribute counts. */
export function isDraggable(element: Element): boolean {
  return attribute(element, 'draggable')?.toLowerCase() === 'true';
}

export function isReadOnly(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'input' || tag === 'textarea') {
    if (hasAttribute(element, 'readonly')) return true;
  }
  return attribute(element, 'aria-readonly') === 'true';
}

function isMultiline(element: Element): boolean {
  return tagOf(element) === 'textarea' || attribute(element, 'aria-multiline') === 'true';
}

function isIndeterminate(element: Element): boolean {
  if (tagOf(element) === 'progress') return !hasAttribute(element, 'value');
  return !hasAttribute(element, 'aria-valuenow') && !hasAttribute(element, 'aria-valuetext');
}

function isRequired(element: Element): boolean {
  const tag = tagOf(element);
  if ((tag === 'input' || tag === 'select' || tag === 'textarea') && hasAttribute(element, 'required')) return true;
  return attribute(element, 'aria-required') === 'true';
}

// An untouched required field is not wrong yet, so only errors that the page or a visit reports count.
function invalidState(element: Element): string | undefined {
  const written = shown(attribute(element, 'aria-invalid'));
  if (written !== undefined) return written;
  try {
    return element.matches(':user-invalid') ? 'true' : undefined;
  } catch {
    return undefined;
  }
}

function headingLevel(element: Element): string {
  const written = filledAttribute(element, 'aria-level');
  if (written !== undefined && /^[1-9]\d*$/.test(written)) return written;
  return /^h([1-6])$/.exec(tagOf(element))?.[1] ?? '2';
}

function checkedState(element: Element): string | undefined {
  if (tagOf(element) === 'input' && 'checked' in element) {
    if ('indeterminate' in element && element.indeterminate) return 'mixed';
    return element.checked ? 'true' : undefined;
  }
  return shown(attribute(element, 'aria-checked'));
}

function selectedState(element: Element): string | undefined {
  if (tagOf(element) === 'option' && 'selected' in element) return element.selected ? 'true' : undefined;
  return shown(attribute(element, 'aria-selected'));
}

// Closed is worth reporting too: something would open.
function expandedState(element: Element): string | undefined {
  const written = attribute(element, 'aria-expanded');
  if (written === 'true' || written === 'false') return written;
  if (tagOf(element) === 'summary') {
    const details = element.parentElement;
    return isElement(details) && tagOf(details) === 'details' ? String(hasAttribute(details, 'open')) : undefined;
  }
  const [popover] = referencedElements(element, 'popovertarget');
  return popover ? String(popover.matches(':popover-open')) : undefined;
}

function popupKind(element: Element): string | undefined {
  const kind = named(attribute(element, 'aria-haspopup'));
  return kind === 'true' ? 'menu' : kind;
}

function isModal(element: Element, role: string): boolean {
  if (role !== 'dialog' && role !== 'alertdialog') return false;
  return attribute(element, 'aria-modal') === 'true' || (tagOf(element) === 'dialog' && element.matches(':modal'));
}

function shown(value: string | null): string | undefined {
  return value === null || value === 'false' || value === '' || value === 'undefined' ? undefined : value;
}

function named(value: string | null): string | undefined {
  return value === 'none' ? undefined : shown(value);
}
