/** What the rules of a style sheet mean for a reader. */
interface SheetFacts {
  /** Elements that get text of their style, by the pseudo-element that shows it. */
  selectors: Record<PseudoElement, string[]>;
  hidesContent: boolean;
}

/** What earlier passes found in a style sheet. Sheets are large and change seldom. */
const factsOfSheet = new WeakMap<CSSStyleSheet, { rules: number; facts: SheetFacts }>();

export type PseudoElement = '::before' | '::after' | '::marker';

const PSEUDO_ELEMENT = /::?(before|after|marker)\b/gi;
const BARE_PSEUDO_ELEMENT = /(^|[\s,>+~(])::?(?:before|after|marker)\b/gi;
/** Matching more selectors than this against a page takes longer than asking its elements. */
const MOST_SELECTORS = 50;
const NO_TEXT = /^(?:|none|normal|(["'])[\s\uE000-\uF8FF]*\1)$/;

/**
 * Finds the few elements with generated text, because asking every element for the style of its
 * pseudo-elements costs more than all other reading together.
 */
export class PseudoRules {
  readonly #matches: Record<PseudoElement, Set<Element>> = {
    '::before': new Set(),
    '::after': new Set(),
    '::marker': new Set(),
  };
  /** Whether some sheet kept its rules to itself, so that every element must be asked. */
  #isUnknown = false;
  #hidesContent = false;

  addTree(tree: Document | ShadowRoot): void {
    for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      const facts = factsOf(sheet);
      if (!facts) this.#isUnknown = true;
      else {
        this.#hidesContent ||= facts.hidesContent;
        for (const [pseudo, selectors] of Object.entries(facts.selectors)) {
          this.#addMatches(tree, pseudo as PseudoElement, selectors);
        }
      }
    }
    for (const quote of tree.querySelectorAll('q')) {
      this.#matches['::before'].add(quote);
      this.#matches['::after'].add(quote);
    }
    this.#hidesContent ||= tree.querySelector('[style*="content-visibility"], [hidden="until-found" i]') !== null;
  }

  #addMatches(tree: Document | ShadowRoot, pseudo: PseudoElement, selectors: readonly string[]): void {
    if (selectors.length === 0 || this.#isUnknown) return;
    if (selectors.length > MOST_SELECTORS) {
      this.#isUnknown = true;
      return;
    }
    try {
      for (const element of tree.querySelectorAll(selectors.join(','))) this.#matches[pseudo].add(element);
    } catch {
      this.#isUnknown = true;
    }
  }

  get mayHideContent(): boolean {
    return this.#isUnknown || this.#hidesContent;
  }

  mayApply(element: Element, pseudo: PseudoElement): boolean {
    return this.#isUnknown || this.#matches[pseudo].has(element);
  }
}

/** Undefined for a sheet from another origin, which does not show its rules. */
function factsOf(sheet: CSSStyleSheet): SheetFacts | undefined {
  try {
    const rules = sheet.cssRules;
    const known = factsOfSheet.get(sheet);
    if (known?.rules === rules.length) return known.facts;
    const facts: SheetFacts = { selectors: { '::before': [], '::after': [], '::marker': [] }, hidesContent: false };
    collectFacts(rules, '', facts);
    factsOfSheet.set(sheet, { rules: rules.length, facts });
    return facts;
  } catch {
    return undefined;
  }
}

function collectFacts(rules: CSSRuleList, parent: string, facts: SheetFacts): void {
  for (const rule of rules) {
    let scope = parent;
    if ('selectorText' in rule && 'style' in rule) {
      const { selectorText, style } = rule as CSSStyleRule;
      scope = nest(selectorText, parent);
      facts.hidesContent ||= style.contentVisibility === 'hidden';
      if (!NO_TEXT.test(style.content)) addSelector(scope, facts);
    } else if ('styleSheet' in rule && rule.styleSheet) {
      collectFacts((rule.styleSheet as CSSStyleSheet).cssRules, '', facts);
    }
    if ('cssRules' in rule) collectFacts(rule.cssRules as CSSRuleList, scope, facts);
  }
}

function addSelector(selector: string, facts: SheetFacts): void {
  const elements = selector.replace(BARE_PSEUDO_ELEMENT, '$1*').replace(PSEUDO_ELEMENT, '');
  for (const [, name = ''] of selector.matchAll(PSEUDO_ELEMENT)) {
    facts.selectors[`::${name.toLowerCase()}` as PseudoElement].push(elements);
  }
}

function nest(selector: string, parent: string): string {
  if (!parent) return selector;
  return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${selector}`;
}
