import { viewOf } from '../../dom/tags.js';

const MAX_RULES = 200;

const COMMON_STYLES = [
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

export function stylesOf(element: Element, names: readonly string[]): Record<string, string> {
  const computed = viewOf(element).getComputedStyle(element);
  const wanted = names.length > 0 ? names : COMMON_STYLES;
  return Object.fromEntries(wanted.map((name) => [name, computed.getPropertyValue(name)]));
}

/** In the order of the style sheets; those of other origins cannot be read. */
export function rulesFor(element: Element): string[] {
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
