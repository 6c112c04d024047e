import {
  attribute,
  collapse,
  filledAttribute,
  firstChildOf,
  hasAttribute,
  isElement,
  isText,
  nextSiblingOf,
  referencedElements,
  tagOf,
  trim,
} from '../../dom/nodes.js';
import { isRenderedAs } from '../../dom/rendered.js';
import { controlValue } from './control-value.js';
import { generatedText } from './generated-text.js';
import { nativeName } from './native-name.js';
import type { Reading } from './reading.js';
import { CONTROL_ROLES, NAMED_BY_CONTENT } from './role-names.js';

interface Route {
  // Further references of an `aria-labelledby` target do not count.
  referenced: boolean;
  embedded: boolean;
  // Inside a hidden referent, hidden content counts.
  hidden: boolean;
  depth: number;
  visited: Set<Element>;
}

// Deeper structure no longer matters, so the plain text is taken.
const MAX_DEPTH = 400;
const EMBEDDED_VALUES = new Set([
  'combobox',
  'listbox',
  'meter',
  'progressbar',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'textbox',
]);
const PLACEHOLDER_ROLES = new Set(['combobox', 'searchbox', 'spinbutton', 'textbox']);
const WITHOUT_PLACEHOLDER = new Set(['color', 'date', 'datetime-local', 'month', 'time', 'week']);
const SEPARATE = new Set(['br', 'canvas', 'img', 'math:math', 'object', 'svg:svg', 'video']);
const CAPTIONED = new Set(['fieldset', 'table']);

/** Follows accname 1.2 and HTML-AAM. */
export function computeName(reading: Reading, element: Element, role: string): string {
  const route: Route = { referenced: false, embedded: false, hidden: false, depth: 0, visited: new Set() };
  return collapse(textAlternative(reading, element, role, route));
}

const CALLED_BY_CONTENT = new Set('a button h1 h2 h3 h4 h5 h6'.split(' '));

/** Fast path for a single text; undefined if the full rules are needed. */
export function nameByText(reading: Reading, element: Element, tag: string): string | undefined {
  if (!CALLED_BY_CONTENT.has(tag) || !reading.hasOwnChildren(element, tag)) return undefined;
  const text = firstChildOf(element);
  if (text === null || !isText(text) || nextSiblingOf(text) !== null || reading.labels(element).length > 0)
    return undefined;
  if (reading.mayHaveGeneratedText(element, '::before') || reading.mayHaveGeneratedText(element, '::after')) {
    return undefined;
  }
  return reading.isVisible(element) ? collapse(reading.shownText(text.data, element)) : undefined;
}

function textAlternative(reading: Reading, element: Element, role: string, route: Route): string {
  if (route.visited.has(element)) return '';
  route.visited.add(element);
  const given = tagOf(element) === 'slot' ? undefined : givenName(reading, element, role, route);
  if (given !== undefined) return setApart(given);
  let text = '';
  if (route.embedded || isNamedByContent(reading, element, role)) {
    text = contentText(reading, element, route);
    if (trim(text)) return CONTROL_ROLES.has(role) && role !== 'link' ? setApart(text) : text;
  }
  const title = attribute(element, 'alt') === '' ? undefined : filledAttribute(element, 'title');
  if (title !== undefined) return setApart(title);
  if (PLACEHOLDER_ROLES.has(role)) return setApart(placeholder(element));
  return route.embedded ? text : '';
}

// Text that is not plain page text never runs into the words around it.
function setApart(text: string): string {
  return ` ${text} `;
}

function givenName(reading: Reading, element: Element, role: string, route: Route): string | undefined {
  if (!route.referenced) {
    const text = joinReferents(reading, referencedElements(element, 'aria-labelledby'), route);
    if (text) return text;
  }
  if (route.embedded && EMBEDDED_VALUES.has(role)) return controlValue(element, role) ?? '';
  const label = filledAttribute(element, 'aria-label');
  if (label !== undefined) return label;
  if (role === 'none' || (route.embedded && CAPTIONED.has(tagOf(element)))) return undefined;
  const native = nativeName(element, reading.labels(element));
  if (!native) return undefined;
  const text = 'text' in native ? native.text : joinReferents(reading, native.elements, route);
  return trim(text) ? text : undefined;
}

// Rows are named by their cells only if the row itself can be focused or selected.
function isNamedByContent(reading: Reading, element: Element, role: string): boolean {
  if (role === 'row') return reading.contextRole(element) !== 'table' && reading.contextRole(element) !== 'rowgroup';
  return NAMED_BY_CONTENT.has(role);
}

function placeholder(element: Element): string {
  if (tagOf(element) === 'input' && WITHOUT_PLACEHOLDER.has(attribute(element, 'type') ?? '')) return '';
  return filledAttribute(element, 'placeholder') ?? filledAttribute(element, 'aria-placeholder') ?? '';
}

// A referent counts even if it was visited, and is not read again afterwards.
function joinReferents(reading: Reading, referents: readonly Element[], route: Route): string {
  if (referents.length === 0) return '';
  const met = new Set(route.visited);
  const texts = referents.map((referent) => {
    const visited = new Set(route.visited);
    visited.delete(referent);
    const hidden = isHidden(reading, referent);
    const next = { referenced: true, embedded: true, hidden, depth: route.depth + 1, visited };
    const text = collapse(textAlternative(reading, referent, reading.role(referent), next));
    for (const element of visited) met.add(element);
    return text;
  });
  for (const element of met) route.visited.add(element);
  return texts.filter(Boolean).join(' ');
}

function contentText(reading: Reading, element: Element, route: Route): string {
  if (route.depth > MAX_DEPTH) return element.textContent ?? '';
  const next = { ...route, embedded: true, depth: route.depth + 1 };
  const visibility = reading.style(element)?.visibility;
  const showsText = route.hidden || (visibility !== 'hidden' && visibility !== 'collapse');
  let text = showsText ? generatedText(reading, element, '::before') : '';
  const append = (child: Element) => {
    const tag = tagOf(child);
    const display = reading.style(child)?.display;
    if (!route.hidden && !(isRenderedAs(display, tag) && isPresented(child, tag))) return;
    const role = reading.role(child);
    // The items below a tree item have names of their own.
    if (role === 'group' && !route.embedded && reading.role(element) === 'treeitem' && holdsItems(child)) return;
    const piece = textAlternative(reading, child, role, next);
    text += isInline(tag, display, role) && reading.holds(element, child) ? piece : ` ${piece} `;
  };
  for (const child of reading.children(element)) {
    if (isText(child)) text += showsText ? reading.shownText(child.data, element) : '';
    else if (isElement(child)) append(child);
  }
  return showsText ? text + generatedText(reading, element, '::after') : text;
}

function holdsItems(group: Element): boolean {
  return group.querySelector('[role~="treeitem"]') !== null;
}

function isInline(tag: string, display: string | undefined, role: string): boolean {
  return display === 'inline' && (role === 'none' || !SEPARATE.has(tag));
}

function isPresented(element: Element, tag: string): boolean {
  if (tag === 'rt' || tag === 'rp') return false;
  return attribute(element, 'aria-hidden') !== 'true' && !hasAttribute(element, 'inert');
}

function isHidden(reading: Reading, element: Element): boolean {
  for (let current: Element | null = element; current; current = reading.parent(current)) {
    if (!isPresented(current, tagOf(current))) return true;
  }
  return !reading.isShown(element);
}
