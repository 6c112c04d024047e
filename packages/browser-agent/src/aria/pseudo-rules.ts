/** What the rules of a style sheet mean for a reader. */
interface SheetFacts {
  /** Elements that get text of their style. */
  selectors: string[];
  hidesContent: boolean;
}

/** What earlier passes found in a style sheet. Sheets are large and change seldom. */
const factsOfSheet = new WeakMap<CSSStyleSheet, { rules: number; facts: SheetFacts }>();

const PSEUDO_ELEMENT = /::?(?:before|after)\b/gi;
const BARE_PSEUDO_ELEMENT = /(^|[\s,>+~(])::?(?:before|after)\b/gi;
/** Matching more selectors than this against a page takes longer than asking its elements. */
const MOST_SELECTORS = 50;
const NO_TEXT = /^(?:|none|normal|(["'])[\s\uE000-\uF8FF]*\1)$/;

/**
 * Finds the few elements with generated text, because asking every element for the style of its
 * pseudo-elements costs more than all other reading together.
 */
export class PseudoRules {
  readonly #matches = new Set<Element>();
  /** Whether some sheet kept its rules to itself, so that every element must be asked. */
  #isUnknown: boolean;
  #hidesContent = false;

  /** Without a survey every element is asked, which is cheaper for a few of them. */
  constructor(isSurvey: boolean) {
    this.#isUnknown = !isSurvey;
  }

  addTree(tree: Document | ShadowRoot): void {
    if (this.#isUnknown) return;
    for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      const facts = factsOf(sheet);
      if (!facts) this.#isUnknown = true;
      else {
        this.#hidesContent ||= facts.hidesContent;
        this.#addMatches(tree, facts.selectors);
      }
    }
    for (const quote of tree.querySelectorAll('q')) this.#matches.add(quote);
    this.#hidesContent ||= tree.querySelector('[style*="content-visibility"], [hidden="until-found" i]') !== null;
  }

  #addMatches(tree: Document | ShadowRoot, selectors: readonly string[]): void {
    if (selectors.length === 0 || this.#isUnknown) return;
    if (selectors.length > MOST_SELECTORS) {
      this.#isUnknown = true;
      return;
    }
    try {
      for (const element of tree.querySelectorAll(selectors.join(','))) this.#matches.add(element);
    } catch {
      this.#isUnknown = true;
    }
  }

  get mayHideContent(): boolean {
    return this.#isUnknown || this.#hidesContent;
  }

  mayApply(element: Element): boolean {
    return this.#isUnknown || this.#matches.has(element);
  }
}

/** Undefined for a sheet from another origin, which does not show its rules. */
function factsOf(sheet: CSSStyleSheet): SheetFacts | undefined {
  try {
    const rules = sheet.cssRules;
    const known = factsOfSheet.get(sheet);
    if (known?.rules === rules.length) return known.facts;
    const facts: SheetFacts = { selectors: [], hidesContent: false };
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
    if (isStyleRule(rule)) {
      scope = nest(rule.selectorText, parent);
      facts.hidesContent ||= rule.style.contentVisibility === 'hidden';
      if (/:(?:before|after)\b/i.test(scope) && !NO_TEXT.test(rule.style.content)) {
        facts.selectors.push(scope.replace(BARE_PSEUDO_ELEMENT, '$1*').replace(PSEUDO_ELEMENT, ''));
      }
    } else if (isImportRule(rule) && rule.styleSheet) {
      collectFacts(rule.styleSheet.cssRules, '', facts);
    }
    if (isGroupingRule(rule)) collectFacts(rule.cssRules, scope, facts);
  }
}

function isStyleRule(rule: CSSRule): rule is CSSStyleRule {
  return 'selectorText' in rule && 'style' in rule;
}

function isImportRule(rule: CSSRule): rule is CSSImportRule {
  return 'styleSheet' in rule;
}

function isGroupingRule(rule: CSSRule): rule is CSSGroupingRule {
  return 'cssRules' in rule;
}

function nest(selector: string, parent: string): string {
  if (!parent) return selector;
  return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${selector}`;
}
