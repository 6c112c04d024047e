import { attribute, hasAttribute, tagOf } from '../../dom/nodes.js';
import { subjectClasses } from './subject-classes.js';
import { mayHideText } from './unseen.js';
import { mayChangeBox } from './usual-display.js';

interface SheetFacts {
  selectors: Record<Matter, string[]>;
  hidesContent: boolean;
  transformed: string[];
  lists: { rules: CSSRuleList; length: number }[];
}

const factsOfSheet = new WeakMap<CSSStyleSheet, SheetFacts>();

const PSEUDO_ELEMENTS = ['::before', '::after'] as const;
export type PseudoElement = (typeof PSEUDO_ELEMENTS)[number];

const MATTERS = [...PSEUDO_ELEMENTS, 'pointer', 'unseen', 'box'] as const;
type Matter = (typeof MATTERS)[number];

const PSEUDO_ELEMENT = /::?(?:before|after)\b/gi;
const BARE_PSEUDO_ELEMENT = /(^|[\s,>+~(])::?(?:before|after)\b/gi;
const REACHES_OUT = /:host|::(?:slotted|part)/i;
// Matching more selectors than this against a page takes longer than asking its elements.
const MAX_SELECTORS = 50;
const CONCERNED = 'q, [style], [cursor], [popover], [hidden="until-found" i]';
const NO_TEXT = /^(?:|none|normal|(["'])[\s\uE000-\uF8FF]*\1)$/;

/** Skips style reads, the slowest part of reading, for elements that no style sheet concerns. */
export class StyleSurvey {
  readonly #matches: Record<Matter, Set<Element>> = {
    '::before': new Set(),
    '::after': new Set(),
    pointer: new Set(),
    unseen: new Set(),
    box: new Set(),
  };
  readonly #classes: Record<Matter, Set<string>> = {
    '::before': new Set(),
    '::after': new Set(),
    pointer: new Set(),
    unseen: new Set(),
    box: new Set(),
  };
  readonly #unknown = new Set<Matter>();
  #isUnknown: boolean;
  #hidesContent = false;
  #transformsText = false;

  /** Without a survey every element is asked, which is cheaper for a few. */
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
        this.#transformsText ||= mayMatch(tree, facts.transformed);
        for (const matter of MATTERS) this.#addMatches(tree, matter, facts.selectors[matter]);
      }
    }
    for (const element of tree.querySelectorAll(CONCERNED)) this.#addConcerned(element);
    for (const { effect } of tree.getAnimations()) {
      if (!(effect instanceof KeyframeEffect) || !effect.target) continue;
      this.#matches.unseen.add(effect.target);
      this.#matches.box.add(effect.target);
    }
  }

  #addConcerned(element: Element): void {
    if (tagOf(element) === 'q') for (const pseudo of PSEUDO_ELEMENTS) this.#matches[pseudo].add(element);
    if (hasAttribute(element, 'popover')) this.#matches.box.add(element);
    if (hasAttribute(element, 'cursor')) this.#matches.pointer.add(element);
    this.#hidesContent ||= attribute(element, 'hidden')?.toLowerCase() === 'until-found';
    const style = attribute(element, 'style');
    if (style) this.#addInline(element, style);
  }

  // Written declarations may look different from those that a browser writes.
  #addInline(element: Element, written: string): void {
    const style = written.toLowerCase();
    if (style.includes('cursor')) this.#matches.pointer.add(element);
    this.#hidesContent ||= style.includes('content-visibility');
    this.#transformsText ||= style.includes('text-transform');
    const own: unknown = Reflect.get(element, 'style');
    const cssText = own instanceof CSSStyleDeclaration ? own.cssText : style;
    if (mayHideText(cssText)) this.#matches.unseen.add(element);
    if (mayChangeBox(cssText)) this.#matches.box.add(element);
  }

  #addMatches(tree: Document | ShadowRoot, matter: Matter, selectors: readonly string[]): void {
    if (selectors.length === 0 || this.#unknown.has(matter)) return;
    const matched = selectors.length > MAX_SELECTORS ? this.#withoutClasses(matter, selectors) : selectors;
    if (matched.length > MAX_SELECTORS || matched.some((selector) => REACHES_OUT.test(selector))) {
      this.#unknown.add(matter);
      return;
    }
    try {
      if (matched.length === 0) return;
      for (const element of tree.querySelectorAll(matched.join(','))) this.#matches[matter].add(element);
    } catch {
      this.#unknown.add(matter);
    }
  }

  #withoutClasses(matter: Matter, selectors: readonly string[]): string[] {
    return selectors.filter((selector) => {
      const classes = subjectClasses(selector);
      for (const name of classes ?? []) this.#classes[matter].add(name);
      return classes === undefined;
    });
  }

  get mayHideContent(): boolean {
    return this.#isUnknown || this.#hidesContent;
  }

  get mayTransformText(): boolean {
    return this.#isUnknown || this.#transformsText;
  }

  mayApply(element: Element, matter: Matter): boolean {
    if (this.#isUnknown || this.#matches[matter].has(element) || this.#unknown.has(matter)) return true;
    return this.#hasClass(element, this.#classes[matter]);
  }

  #hasClass(element: Element, names: ReadonlySet<string>): boolean {
    if (names.size === 0) return false;
    const classes = attribute(element, 'class')?.toLowerCase();
    return !!classes && classes.split(/[ \t\n\r\f]+/).some((name) => names.has(name));
  }
}

function mayMatch(tree: Document | ShadowRoot, selectors: readonly string[]): boolean {
  if (selectors.length === 0) return false;
  if (selectors.length > MAX_SELECTORS || selectors.some((selector) => REACHES_OUT.test(selector))) return true;
  try {
    return tree.querySelector(selectors.join(',')) !== null;
  } catch {
    return true;
  }
}

// A sheet from another origin does not expose its rules.
function factsOf(sheet: CSSStyleSheet): SheetFacts | undefined {
  try {
    const rules = sheet.cssRules;
    const known = factsOfSheet.get(sheet);
    if (known?.lists.every((list) => list.rules.length === list.length)) return known;
    const selectors = { '::before': [], '::after': [], pointer: [], unseen: [], box: [] };
    const facts: SheetFacts = { selectors, hidesContent: false, transformed: [], lists: [] };
    collectFacts(rules, '', facts);
    factsOfSheet.set(sheet, facts);
    return facts;
  } catch {
    return undefined;
  }
}

function collectFacts(rules: CSSRuleList, parent: string, facts: SheetFacts): void {
  // Most rules contain no others, and look the same as rules that may get some later.
  if (parent === '' || rules.length > 0) facts.lists.push({ rules, length: rules.length });
  for (const rule of rules) {
    let scope = parent;
    if (isStyleRule(rule)) {
      scope = nest(rule.selectorText, parent);
      addFacts(rule.style, scope, facts);
    } else if (isImportRule(rule) && rule.styleSheet) {
      collectFacts(rule.styleSheet.cssRules, '', facts);
    } else if (parent !== '' && 'style' in rule) {
      // Declarations after a nested rule, or in a condition inside a rule, are in a rule without a selector.
      addFacts(rule.style as CSSStyleDeclaration, parent, facts);
    }
    if (isGroupingRule(rule)) collectFacts(rule.cssRules, scope, facts);
  }
}

function addFacts(style: CSSStyleDeclaration, scope: string, facts: SheetFacts): void {
  facts.hidesContent ||= style.contentVisibility === 'hidden';
  if (style.textTransform !== '' && style.textTransform !== 'none') facts.transformed.push(scope);
  if (/pointer|var\(/.test(style.cursor)) facts.selectors.pointer.push(scope);
  const { cssText } = style;
  if (mayHideText(cssText)) facts.selectors.unseen.push(scope);
  if (mayChangeBox(cssText) && !isOnlyPseudoElement(scope)) facts.selectors.box.push(scope);
  addPseudoElements(style, scope, facts);
}

function isOnlyPseudoElement(selector: string): boolean {
  return selector.includes('::') && !selector.includes(',');
}

function addPseudoElements(style: CSSStyleDeclaration, scope: string, facts: SheetFacts): void {
  const selector = scope.toLowerCase();
  const shown = PSEUDO_ELEMENTS.filter((pseudo) => selector.includes(pseudo.slice(1)));
  if (shown.length === 0 || NO_TEXT.test(style.content)) return;
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
  const around = `:is(${parent || '*'})`;
  const placed = selector.replaceAll(':scope', ':is(*)');
  if (placed.includes('&')) return placed.replaceAll('&', around);
  return parent ? `${around} ${placed}` : placed;
}
