import { tagOf } from './dom.js';

type Selectors = readonly string[] | 'unknown';

/** What earlier passes found in a style sheet. Sheets are large and change seldom. */
const selectorsOfSheet = new WeakMap<CSSStyleSheet, { rules: number; selectors: Selectors }>();

const PSEUDO_ELEMENT = /::?(?:before|after|marker)\b/gi;
const BARE_PSEUDO_ELEMENT = /(^|[\s,>+~(])::?(?:before|after|marker)\b/gi;
const NO_TEXT = /^(?:|none|normal|(["'])[\s\uE000-\uF8FF]*\1)$/;

/**
 * Finds the few elements with generated text, because asking every element for the style of its
 * pseudo-elements costs more than all other reading together.
 */
export class PseudoRules {
  readonly #matches = new Map<Node, ReadonlySet<Element> | 'unknown'>();
  #lastRoot: Node | undefined;
  #lastMatches: ReadonlySet<Element> | 'unknown' = 'unknown';

  mayApply(element: Element): boolean {
    const root = element.getRootNode();
    if (root !== this.#lastRoot) {
      this.#lastRoot = root;
      this.#lastMatches = this.#matchesIn(root);
    }
    return this.#lastMatches === 'unknown' || this.#lastMatches.has(element) || tagOf(element) === 'q';
  }

  #matchesIn(root: Node): ReadonlySet<Element> | 'unknown' {
    let matches = this.#matches.get(root);
    if (matches === undefined) {
      matches = findMatches(root);
      this.#matches.set(root, matches);
    }
    return matches;
  }
}

function findMatches(root: Node): ReadonlySet<Element> | 'unknown' {
  if (!('styleSheets' in root)) return 'unknown';
  const tree = root as Document | ShadowRoot;
  const selectors: string[] = [];
  for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) {
    if (sheet.disabled) continue;
    const found = selectorsIn(sheet);
    if (found === 'unknown') return 'unknown';
    selectors.push(...found);
  }
  if (selectors.length === 0) return new Set();
  try {
    return new Set(tree.querySelectorAll(selectors.join(',')));
  } catch {
    return 'unknown';
  }
}

function selectorsIn(sheet: CSSStyleSheet): Selectors {
  try {
    const rules = sheet.cssRules;
    const known = selectorsOfSheet.get(sheet);
    if (known?.rules === rules.length) return known.selectors;
    const selectors: string[] = [];
    collectSelectors(rules, '', selectors);
    selectorsOfSheet.set(sheet, { rules: rules.length, selectors });
    return selectors;
  } catch {
    // A sheet from another origin does not show its rules.
    return 'unknown';
  }
}

function collectSelectors(rules: CSSRuleList, parent: string, selectors: string[]): void {
  for (const rule of rules) {
    let scope = parent;
    if ('selectorText' in rule && 'style' in rule) {
      const { selectorText, style } = rule as CSSStyleRule;
      scope = nest(selectorText, parent);
      if (!NO_TEXT.test(style.content)) {
        const elements = scope.replace(BARE_PSEUDO_ELEMENT, '$1*').replace(PSEUDO_ELEMENT, '');
        if (elements !== scope) selectors.push(elements);
      }
    } else if ('styleSheet' in rule && rule.styleSheet) {
      collectSelectors((rule.styleSheet as CSSStyleSheet).cssRules, '', selectors);
    }
    if ('cssRules' in rule) collectSelectors(rule.cssRules as CSSRuleList, scope, selectors);
  }
}

function nest(selector: string, parent: string): string {
  if (!parent) return selector;
  return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${selector}`;
}
