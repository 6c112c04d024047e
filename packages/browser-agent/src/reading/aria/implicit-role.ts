import {
  attribute,
  childOfTag,
  filledAttribute,
  flatAncestor,
  hasAttribute,
  referencedElements,
  tagOf,
} from '../../dom/nodes.js';
import { hasTabIndex, isDetailsSummary } from './focusable.js';
import type { Reading } from './reading.js';

/** The tags that have one role wherever they stand. */
const ROLE_OF_TAG: Readonly<Record<string, string>> = {
  address: 'group',
  article: 'article',
  audio: 'audio',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dir: 'list',
  div: 'generic',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  iframe: 'iframe',
  frame: 'iframe',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  'math:math': 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  span: 'generic',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  'svg:image': 'image',
  table: 'table',
  textarea: 'textbox',
  time: 'time',
  ul: 'list',
  video: 'video',
};

const ROLE_OF_INPUT: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: 'none',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const TYPES_WITH_SUGGESTIONS = new Set(['email', 'search', 'tel', 'text', 'url']);
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

/** The role that HTML and SVG give an element without a `role` attribute. */
export function implicitRole(reading: Reading, element: Element, tag: string = tagOf(element)): string {
  return ROLE_OF_TAG[tag] ?? contextualRole(reading, element, tag);
}

function contextualRole(reading: Reading, element: Element, tag: string): string {
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href') ? 'link' : 'generic';
    case 'svg:a':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : 'generic';
    case 'aside':
      return isScopedTo(reading, element, 'aside') && !hasAuthorName(element) ? 'generic' : 'complementary';
    case 'canvas':
      return hasAuthorName(element) ? 'image' : 'generic';
    case 'footer':
      return isScopedTo(reading, element) ? 'sectionfooter' : 'contentinfo';
    case 'header':
      return isScopedTo(reading, element) ? 'sectionheader' : 'banner';
    case 'form':
    case 'section':
      if (!hasAuthorName(element)) return 'generic';
      return tag === 'form' ? 'form' : 'region';
    case 'img':
      return attribute(element, 'alt') === '' && !hasAuthorName(element) && !hasTabIndex(element) ? 'none' : 'image';
    case 'input':
      return inputRole(element);
    case 'li':
      return reading.contextRole(element) === 'list' ? 'listitem' : 'generic';
    case 'select':
      return isListBox(element) ? 'listbox' : 'combobox';
    case 'summary':
      return isDetailsSummary(element) ? 'button' : 'generic';
    case 'td':
    case 'th':
    case 'tr':
      return tableRole(reading, element, tag);
    case 'tbody':
    case 'tfoot':
    case 'thead':
      return reading.contextRole(element) === undefined ? 'generic' : 'rowgroup';
    case 'svg:svg':
      return childOfTag(element, 'svg:title') || hasAuthorName(element) ? 'image' : 'generic';
    default:
      return 'generic';
  }
}

/** A name that an author wrote on the element itself; what it contains does not count. */
export function hasAuthorName(element: Element): boolean {
  return (
    filledAttribute(element, 'aria-label') !== undefined ||
    filledAttribute(element, 'title') !== undefined ||
    referencedElements(element, 'aria-labelledby').length > 0
  );
}

/** Whether a select shows its options in place instead of in a popup. */
function isListBox(select: Element): boolean {
  return hasAttribute(select, 'multiple') || Number(attribute(select, 'size')) > 1;
}

function inputRole(element: Element): string {
  const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
  if (type === 'checkbox' && hasAttribute(element, 'switch')) return 'switch';
  if (hasAttribute(element, 'list') && (TYPES_WITH_SUGGESTIONS.has(type) || !(type in ROLE_OF_INPUT))) {
    const list = referencedElements(element, 'list')[0];
    if (list && tagOf(list) === 'datalist') return 'combobox';
  }
  return ROLE_OF_INPUT[type] ?? 'textbox';
}

/** Whether the element belongs to a part of the page rather than to the page. */
function isScopedTo(reading: Reading, element: Element, own?: 'aside'): boolean {
  return !!flatAncestor(element, (ancestor) => {
    if (own === 'aside' && tagOf(ancestor) === 'main') return false;
    if (SECTIONS.has(tagOf(ancestor)))
      return tagOf(ancestor) !== 'section' || own !== 'aside' || hasAuthorName(ancestor);
    const role = attribute(ancestor, 'role');
    return role !== null && SECTION_ROLES.has(reading.role(ancestor)) && !(own === 'aside' && role === 'main');
  });
}

function tableRole(reading: Reading, element: Element, tag: string): string {
  const table = reading.tableOf(element);
  const kind = table && reading.role(table);
  if (kind !== 'table' && kind !== 'grid' && kind !== 'treegrid') return 'generic';
  if (tag === 'tr') return 'row';
  if (tag === 'td') return kind === 'table' ? 'cell' : 'gridcell';
  const scope = attribute(element, 'scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  return reading.isHeaderRow(element.parentElement) ? 'columnheader' : 'rowheader';
}
