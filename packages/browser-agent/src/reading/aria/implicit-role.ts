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

const ROLE_OF_TAG: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

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

const TYPES_WITH_SUGGESTIONS = new Set(['email', 'number', 'search', 'tel', 'text', 'url']);
const TYPES_WITHOUT_SUGGESTIONS = new Set(['color', 'password']);
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

const SVG_SHAPES = ['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect'];

type RoleInContext = (element: Element, reading: Reading, tag: string) => string;

const linkIf = (isLink: boolean) => (isLink ? 'link' : 'generic');
const rowGroupRole: RoleInContext = (element, reading) =>
  reading.contextRole(element) === undefined ? 'generic' : 'rowgroup';

const ROLE_IN_CONTEXT: ReadonlyMap<string, RoleInContext> = new Map(
  Object.entries<RoleInContext>({
    a: (element) => linkIf(hasAttribute(element, 'href')),
    area: (element) => linkIf(hasAttribute(element, 'href')),
    'svg:a': (element) => linkIf(hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href')),
    aside: (element, reading) =>
      isScopedTo(reading, element, 'aside') && !hasAuthorName(element) ? 'generic' : 'complementary',
    canvas: (element) => (hasAuthorName(element) ? 'image' : 'generic'),
    footer: (element, reading) => (isScopedTo(reading, element) ? 'sectionfooter' : 'contentinfo'),
    form: (element) => (hasAuthorName(element) ? 'form' : 'generic'),
    header: (element, reading) => (isScopedTo(reading, element) ? 'sectionheader' : 'banner'),
    img: (element) => (isDecoration(element) ? 'none' : 'image'),
    input: inputRole,
    li: (element, reading) => (reading.contextRole(element) === 'list' ? 'listitem' : 'generic'),
    section: (element) => (hasAuthorName(element) ? 'region' : 'generic'),
    select: (element) => (isListBox(element) ? 'listbox' : 'combobox'),
    summary: (element) => (isDetailsSummary(element) ? 'button' : 'generic'),
    'svg:svg': (element) => (isDescribed(element) ? 'image' : 'generic'),
    'svg:g': (element) => (isDescribed(element) ? 'group' : 'generic'),
    'svg:use': (element) => (isDescribed(element) ? 'graphics-object' : 'generic'),
    ...Object.fromEntries(
      SVG_SHAPES.map((shape) => [`svg:${shape}`, (element) => (isDescribed(element) ? 'graphics-symbol' : 'generic')]),
    ),
    tbody: rowGroupRole,
    td: tableRole,
    tfoot: rowGroupRole,
    th: tableRole,
    thead: rowGroupRole,
    tr: tableRole,
  }),
);

export function implicitRole(reading: Reading, element: Element, tag: string = tagOf(element)): string {
  return ROLE_OF_TAG.get(tag) ?? ROLE_IN_CONTEXT.get(tag)?.(element, reading, tag) ?? 'generic';
}

export function hasAuthorName(element: Element): boolean {
  return filledAttribute(element, 'title') !== undefined || hasAriaName(element);
}

export function hasAriaName(element: Element): boolean {
  return (
    filledAttribute(element, 'aria-label') !== undefined || referencedElements(element, 'aria-labelledby').length > 0
  );
}

function isDescribed(element: Element): boolean {
  return childOfTag(element, 'svg:title', 'svg:desc') !== undefined || hasAuthorName(element);
}

function isDecoration(image: Element): boolean {
  return attribute(image, 'alt') === '' && !hasAriaName(image) && !hasTabIndex(image);
}

function isListBox(select: Element): boolean {
  return hasAttribute(select, 'multiple') || Number(attribute(select, 'size')) > 1;
}

function inputRole(element: Element): string {
  const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
  if (type === 'checkbox' && hasAttribute(element, 'switch')) return 'switch';
  if (
    hasAttribute(element, 'list') &&
    (TYPES_WITH_SUGGESTIONS.has(type) || !(type in ROLE_OF_INPUT || TYPES_WITHOUT_SUGGESTIONS.has(type)))
  ) {
    const list = referencedElements(element, 'list')[0];
    if (list && tagOf(list) === 'datalist') return 'combobox';
  }
  return ROLE_OF_INPUT[type] ?? 'textbox';
}

function isScopedTo(reading: Reading, element: Element, own?: 'aside'): boolean {
  return !!flatAncestor(element, (ancestor) => {
    if (own === 'aside' && tagOf(ancestor) === 'main') return false;
    if (SECTIONS.has(tagOf(ancestor)))
      return tagOf(ancestor) !== 'section' || own !== 'aside' || hasAuthorName(ancestor);
    const role = attribute(ancestor, 'role');
    return role !== null && SECTION_ROLES.has(reading.role(ancestor)) && !(own === 'aside' && role === 'main');
  });
}

function tableRole(element: Element, reading: Reading, tag: string): string {
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
