import { attribute } from './dom.js';
import { subjectClasses } from './subject-classes.js';

/** What the rules of a style sheet mean for a reader. */
interface SheetFacts {
  /** Elements that get text of their style, by where it is shown. */
  selectors: Record<PseudoElement, string[]>;
  hidesContent: boolean;
}

/** What earlier passes found in a style sheet. Sheets are large and change seldom. */
const factsOfSheet = new WeakMap<CSSStyleSheet, { rules: number; facts: SheetFacts }>();

const PSEUDO_ELEMENTS = ['::before', '::after'] as const;
export type PseudoElement = (typeof PSEUDO_ELEMENTS)[number];

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
  readonly #matches: Record<PseudoElement, Set<Element>> = { '::before': new Set(), '::after': new Set() };
  /** Where there are too many selectors: the classes of elements that one of them may match. */
  readonly #classes: Record<PseudoElement, Set<string>> = { '::before': new Set(), '::after': new Set() };
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
        for (const pseudo of PSEUDO_ELEMENTS) this.#addMatches(tree, pseudo, facts.selectors[pseudo]);
      }
    }
    for (const quote of tree.querySelectorAll('q')) {
      for (const pseudo of PSEUDO_ELEMENTS) this.#matches[pseudo].add(quote);
    }
    this.#hidesContent ||= tree.querySelector('[style*="content-visibility"], [hidden="until-found" i]') !== null;
  }

  #addMatches(tree: Document | ShadowRoot, pseudo: PseudoElement, selectors: readonly string[]): void {
    if (selectors.length === 0 || this.#isUnknown) return;
    const matched = selectors.length > MOST_SELECTORS ? this.#withoutClasses(pseudo, selectors) : selectors;
    if (matched.length > MOST_SELECTORS) {
      this.#isUnknown = true;
      return;
    }
    try {
      if (matched.length === 0) return;
      for (const element of tree.querySelectorAll(matched.join(','))) this.#matches[pseudo].add(element);
    } catch {
      this.#isUnknown = true;
    }
  }

  /** Takes note of the classes, and hands back the selectors that have none. */
  #withoutClasses(pseudo: PseudoElement, selectors: readonly string[]): string[] {
    return selectors.filter((selector) => {
      const classes = subjectClasses(selector);
      for (const name of classes ?? []) this.#classes[pseudo].add(name);
      return classes === undefined;
    });
  }

  get mayHideContent(): boolean {
    return this.#isUnknown || this.#hidesContent;
  }

  mayApply(element: Element, pseudo: PseudoElement): boolean {
    return this.#isUnknown || this.#matches[pseudo].has(element) || this.#hasClass(element, this.#classes[pseudo]);
  }

  #hasClass(element: Element, names: ReadonlySet<string>): boolean {
    if (names.size === 0) return false;
    const classes = attribute(element, 'class')?.toLowerCase();
    return !!classes && classes.split(/[ \t\n\r\f]+/).some((name) => names.has(name));
  }
}

/** Undefined for a sheet from another origin, which does not show its rules. */
function factsOf(sheet: CSSStyleSheet): SheetFacts | undefined {
  try {
    const rules = sheet.cssRules;
    const known = factsOfSheet.get(sheet);
    if (known?.rules === rules.length) return known.facts;
    const facts: SheetFacts = { selectors: { '::before': [], '::after': [] }, hidesContent: false };
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
      addSelector(rule, scope, facts);
    } else if (isImportRule(rule) && rule.styleSheet) {
      collectFacts(rule.styleSheet.cssRules, '', facts);
    }
    if (isGroupingRule(rule)) collectFacts(rule.cssRules, scope, facts);
  }
}

function addSelector(rule: CSSStyleRule, scope: string, facts: SheetFacts): void {
  const selector = scope.toLowerCase();
  const shown = PSEUDO_ELEMENTS.filter((pseudo) => selector.includes(pseudo.slice(1)));
  if (shown.length === 0 || NO_TEXT.test(rule.style.content)) return;
  const elements = scope.replace(BARE_PSEUDO_ELEMENT, '$1*').replace(PSEUDO_ELEMENT, '');
  for (const pseudo of shown) facts.selectors[pseudo].push(elements);
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
