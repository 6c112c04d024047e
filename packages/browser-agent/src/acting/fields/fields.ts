import { BtcpError } from '@btcp/protocol';
import { shadowRootOf } from '../../dom/nodes.js';
import { isHtmlElement, isTag, viewOf } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';

export type Field =
  | { kind: 'text'; element: HTMLInputElement | HTMLTextAreaElement }
  | { kind: 'formatted'; element: HTMLInputElement }
  | { kind: 'rich'; element: HTMLElement }
  | { kind: 'select'; element: HTMLSelectElement };

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
const FORMATTED_TYPES = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);
const OTHER_VERB: Record<string, string> = {
  checkbox: 'Use check or uncheck.',
  radio: 'Use check.',
  file: 'Give it files with browser_upload.',
  button: 'Use click.',
  submit: 'Use click.',
  reset: 'Use click.',
  image: 'Use click.',
};

const ROLE_VERB: Record<string, string> = {
  slider: 'Press keys on it: ArrowRight, ArrowLeft, PageUp, PageDown, Home or End.',
  combobox: 'Click it, and click the option that appears.',
  listbox: 'Click the option in it.',
};

export function fieldOf(element: Element): Field {
  const itself = asField(element);
  if (itself) return itself;
  if (isTag(element, 'label') && element.control) return fieldOf(element.control);
  const inner = fieldsWithin(element);
  const [only] = inner;
  if (only && inner.length === 1) return only;
  throw new BtcpError('not_actionable', `${describe(element)} takes no text.`, {
    hint:
      (isTag(element, 'input') && OTHER_VERB[element.type]) ||
      ROLE_VERB[element.getAttribute('role') ?? ''] ||
      'Use the ref of a text field; for keys such as Escape use press.',
  });
}

function asField(element: Element): Field | undefined {
  if (isTag(element, 'textarea')) return { kind: 'text', element };
  if (isTag(element, 'select')) return { kind: 'select', element };
  if (isTag(element, 'input')) {
    if (TEXT_TYPES.has(element.type)) return { kind: 'text', element };
    return FORMATTED_TYPES.has(element.type) ? { kind: 'formatted', element } : undefined;
  }
  return isHtmlElement(element) && element.isContentEditable ? { kind: 'rich', element } : undefined;
}

export function isTextField(element: Element): boolean {
  const kind = asField(element)?.kind;
  return kind === 'text' || kind === 'rich';
}

// A custom element, or a wrapper with a role, usually holds one native field.
function fieldsWithin(element: Element): Field[] {
  const found: Field[] = [];
  const visit = (root: Element | ShadowRoot) => {
    for (const child of root.children) {
      const field = asField(child);
      if (field) found.push(field);
      else visit(child);
      const inner = shadowRootOf(child);
      if (inner) visit(inner);
    }
  };
  const own = shadowRootOf(element);
  if (own) visit(own);
  visit(element);
  return found;
}

export function editingHost(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** Bypasses any accessor that a framework put on the element. */
export function setNativeValue(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { HTMLInputElement, HTMLTextAreaElement } = viewOf(element);
  const { prototype } = isTag(element, 'input') ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
}
