import { BtcpError } from '@btcp/protocol';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';
import { Reading } from '../../reading/aria/reading.js';
import { locate, locateAll } from '../../reading/refs/locate.js';
import { whyDisabled, whyHidden } from '../actionability/reasons.js';
import { readState } from '../fields/field-state.js';
import type { Page } from '../page/page.js';
import { matches } from './read.js';

export type Question = 'html' | 'value' | 'count' | 'box' | 'state' | 'styles' | 'rules' | 'locator';

const MAX_HTML = 2_000_000;
const MAX_RULES = 200;

const STYLES = [
  'display',
  'visibility',
  'opacity',
  'position',
  'z-index',
  'width',
  'height',
  'margin',
  'padding',
  'border',
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'text-align',
  'overflow',
  'cursor',
  'pointer-events',
];

/** Answers a question about an element in JSON or in words. */
export function query(page: Page, selector: string, what: Question, names: readonly string[] = []): string {
  if (what === 'count') return String(matches(page, selector).length);
  const element = locate(page.document, page.refs, selector);
  switch (what) {
    case 'html': {
      const html = element.outerHTML;
      return html.length > MAX_HTML ? `${html.slice(0, MAX_HTML)}…` : html;
    }
    case 'value': {
      const { value, checked } = readState(element);
      if (value !== undefined) return value;
      if (checked !== undefined) return String(checked);
      throw new BtcpError('not_actionable', 'The element has no value.', { hint: 'browser_get_text reads its text.' });
    }
    case 'box': {
      const { x, y, width, height } = element.getBoundingClientRect();
      return JSON.stringify({ x, y, width, height });
    }
    case 'state':
      return JSON.stringify(stateOf(page, element));
    case 'styles': {
      const computed = viewOf(element).getComputedStyle(element);
      const wanted = names.length > 0 ? names : STYLES;
      return JSON.stringify(Object.fromEntries(wanted.map((name) => [name, computed.getPropertyValue(name)])));
    }
    case 'rules':
      return rulesFor(element).join('\n');
    case 'locator':
      return locatorOf(page, element);
  }
}

function stateOf(page: Page, element: Element): Record<string, unknown> {
  const { checked } = readState(element);
  return {
    visible: whyHidden(element) === undefined,
    enabled: whyDisabled(element) === undefined,
    focused: deepActiveElement(page.document) === element,
    ...(checked === undefined ? {} : { checked }),
  };
}

/** In the order of the style sheets; those of other origins cannot be read. */
function rulesFor(element: Element): string[] {
  const found: string[] = [];
  const read = (rules: CSSRuleList, around: string[]): void => {
    for (const rule of rules) {
      if (found.length >= MAX_RULES) return;
      const { selectorText } = rule as CSSStyleRule;
      const inner = (rule as CSSGroupingRule).cssRules;
      if (selectorText !== undefined && isMatch(element, selectorText)) found.push([...around, rule.cssText].join(' '));
      else if (inner) read(inner, [...around, rule.cssText.slice(0, rule.cssText.indexOf('{')).trim()]);
    }
  };
  for (const sheet of element.ownerDocument.styleSheets) {
    try {
      read(sheet.cssRules, []);
    } catch {
      found.push(`/* ${sheet.href ?? 'a style sheet'} is of another origin and cannot be read */`);
    }
  }
  const own = element.getAttribute('style');
  return own ? [...found, `element.style { ${own} }`] : found;
}

function isMatch(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** As Playwright writes it: what a person sees first, then what only the page knows. */
function locatorOf(page: Page, element: Element): string {
  const reading = new Reading(page.document);
  const role = reading.role(element);
  const name = reading.name(element, role).trim();
  const test = element.getAttribute('data-testid');
  const said = JSON.stringify(name).slice(1, -1).replaceAll("'", "\\'");
  const byRole = `role=${role}[name=${JSON.stringify(name)}]`;
  const candidates: [string, string][] = [
    ...(test ? [[`testid=${JSON.stringify(test)}`, `getByTestId('${test}')`] as [string, string]] : []),
    ...(role && name ? [[byRole, `getByRole('${role}', { name: '${said}', exact: true })`] as [string, string]] : []),
    ...attributes(element),
  ];
  const unique = candidates.find(([selector]) => {
    const found = locateAll(page.document, page.refs, selector);
    return found.length === 1 && found[0] === element;
  });
  return unique ? unique[1] : `locator('${cssOf(element).replaceAll("'", "\\'")}')`;
}

function attributes(element: Element): [string, string][] {
  const known = [
    ['placeholder', 'getByPlaceholder'],
    ['alt', 'getByAltText'],
    ['title', 'getByTitle'],
  ] as const;
  return known.flatMap(([name, method]) => {
    const value = element.getAttribute(name);
    return value ? [[`${name}=${JSON.stringify(value)}`, `${method}('${value.replaceAll("'", "\\'")}')`]] : [];
  });
}

function cssOf(element: Element): string {
  const { id, parentElement } = element;
  const own = element.ownerDocument.defaultView;
  if (id && own) return `#${own.CSS.escape(id)}`;
  if (!parentElement) return element.localName;
  const index = [...parentElement.children].indexOf(element) + 1;
  return `${cssOf(parentElement)} > ${element.localName}:nth-child(${index})`;
}
