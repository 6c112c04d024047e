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
  readonly #matches = new Set<Element>();
  /** Whether some sheet kept its rules to itself, so that every element must be asked. */
  #isUnknown = false;

  addTree(tree: Document | ShadowRoot): void {
    const selectors: string[] = [];
    for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) {
      const found = sheet.disabled ? [] : selectorsIn(sheet);
      if (found === 'unknown') this.#isUnknown = true;
      else selectors.push(...found);
    }
    if (selectors.length === 0 || this.#isUnknown) return;
    try {
      for (const element of tree.querySelectorAll(selectors.join(','))) this.#matches.add(element);
    } catch {
      this.#isUnknown = true;
    }
  }

  mayApply(element: Element): boolean {
    return this.#isUnknown || this.#matches.has(element) || tagOf(element) === 'q';
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
