import {
  childOfTag,
  flatAncestor,
  flatChildren,
  flatParent,
  hasAttribute,
  isElement,
  isTree,
  shadowRootOf,
  tagOf,
} from '../../dom/nodes.js';
import { BOXLESS, NEVER_RENDERED } from '../../dom/rendered.js';
import { computeName } from './compute-name.js';
import { computeRole } from './compute-role.js';
import { counterValues } from './counters.js';
import { Labels } from './labels.js';
import { Ownership } from './ownership.js';
import { type PseudoElement, StyleSurvey } from './style-survey.js';
import { shownText } from './text.js';

/**
 * What one pass over a page has found out so far. The page must not change while it is in use,
 * so one lives for a single snapshot or a single question.
 */
export class Reading {
  readonly #roles = new Map<Element, string>();
  readonly #names = new Map<Element, string>();
  readonly #headerRows = new Map<Element, boolean>();
  readonly #survey: StyleSurvey;
  readonly #ownership = new Ownership();
  readonly #labels = new Labels();
  readonly #trees = new Set<Node>();
  #document: Document | undefined;
  #view: Window | null = null;
  #styled: Element | undefined;
  #style: CSSStyleDeclaration | undefined;
  #counters: ReturnType<typeof counterValues> | undefined;

  /** `isWholePage` looks the style sheets through first, which pays off when most elements will be read. */
  constructor(start: Node, isWholePage = false) {
    this.#survey = new StyleSurvey(isWholePage);
    this.addTree(start.ownerDocument ?? start);
    this.addTree(start.getRootNode());
  }

  role(element: Element): string {
    let role = this.#roles.get(element);
    if (role === undefined) {
      role = computeRole(this, element);
      this.#roles.set(element, role);
    }
    return role;
  }

  name(element: Element, role: string = this.role(element)): string {
    let name = this.#names.get(element);
    if (name === undefined) {
      name = computeName(this, element, role);
      this.#names.set(element, name);
    }
    return name;
  }

  /** The name that an element would have under another role. */
  nameAs(element: Element, role: string): string {
    return computeName(this, element, role);
  }

  /**
   * Undefined in a document that no window shows. Only the last one is kept: questions about one element
   * come together, and to hold the styles of a whole page costs more than to ask for a few of them again.
   */
  style(element: Element): CSSStyleDeclaration | undefined {
    if (element !== this.#styled) {
      const document = element.ownerDocument;
      if (document !== this.#document) {
        this.#document = document;
        this.#view = document.defaultView;
      }
      this.#style = this.#view?.getComputedStyle(element);
      this.#styled = element;
    }
    return this.#style;
  }

  /** Whether the element takes part in what is shown. */
  isRendered(element: Element): boolean {
    const tag = tagOf(element);
    if (NEVER_RENDERED.has(tag)) return false;
    if (element.checkVisibility()) return true;
    return BOXLESS.has(tag) || this.style(element)?.display === 'contents';
  }

  /** Whether the element is rendered and not made invisible. */
  isShown(element: Element): boolean {
    return this.isRendered(element) && this.style(element)?.visibility === 'visible';
  }

  /** Takes in what a document or shadow root says as a whole, before its elements are read. */
  addTree(root: Node): void {
    if (this.#trees.has(root)) return;
    this.#trees.add(root);
    if (!isTree(root)) return;
    this.#ownership.addTree(root);
    this.#survey.addTree(root);
    this.#labels.addTree(root);
  }

  /** The label elements of a control, in document order. */
  labels(control: Element): readonly Element[] {
    return this.#labels.of(control);
  }

  /** Whether an element's children are simply its own child nodes. */
  hasOwnChildren(element: Element, tag: string): boolean {
    if (tag === 'details' || tag === 'slot' || !this.#ownership.isEmpty || shadowRootOf(element)) return false;
    return !this.#hidesContent(element);
  }

  /** `content-visibility` has no effect on inline boxes. */
  #hidesContent(element: Element): boolean {
    if (!this.#survey.mayHideContent) return false;
    const style = this.style(element);
    return style?.contentVisibility === 'hidden' && style.display !== 'inline';
  }

  /** The children as they are rendered, and those that are owned. */
  children(element: Element): Node[] {
    const tag = tagOf(element);
    if (this.hasOwnChildren(element, tag)) return flatChildren(element);
    if (this.#hidesContent(element)) return [];
    if (tag === 'details' && !hasAttribute(element, 'open')) return [childOfTag(element, 'summary') ?? []].flat();
    const root = shadowRootOf(element);
    if (root) this.addTree(root);
    const children = flatChildren(element);
    if (this.#ownership.isEmpty) return children;
    const own = children.filter((child) => !isElement(child) || !this.#ownership.ownerOf(child));
    return [...own, ...this.#ownership.ownedBy(element)];
  }

  /** The parent in the accessibility tree, wrappers included. */
  parent(element: Element): Element | null {
    return this.#ownership.ownerOf(element) ?? flatParent(element);
  }

  /** The role of the nearest ancestor that has one. */
  contextRole(element: Element): string | undefined {
    for (let parent = this.parent(element); parent; parent = this.parent(parent)) {
      const role = this.role(parent);
      if (role !== 'generic' && role !== 'none') return role;
    }
    return undefined;
  }

  tableOf(element: Element): Element | undefined {
    return flatAncestor(element, (ancestor) => tagOf(ancestor) === 'table');
  }

  /** Whether the cells of this row head columns: it sits in a `thead` or holds no data. */
  isHeaderRow(row: Element | null): boolean {
    if (!row) return true;
    let isHeader = this.#headerRows.get(row);
    if (isHeader === undefined) {
      isHeader = (row.parentElement && tagOf(row.parentElement) === 'thead') || !childOfTag(row, 'td');
      this.#headerRows.set(row, isHeader);
    }
    return isHeader;
  }

  /** A text node as it is shown. Its style is asked only on pages that change letters, since that takes long. */
  shownText(text: string, style: CSSStyleDeclaration | undefined): string {
    return this.#survey.mayTransformText ? shownText(text, style) : text;
  }

  /** Whether any style rule may give this element the cursor of what is clicked. A host has rules in its own tree. */
  mayHavePointer(element: Element): boolean {
    return this.#survey.mayApply(element, 'pointer') || shadowRootOf(element) !== undefined;
  }

  /** Whether any style rule may give this element text before or after its content. */
  mayHaveGeneratedText(element: Element, pseudo: PseudoElement): boolean {
    return this.#survey.mayApply(element, pseudo);
  }

  /** The values of a counter at an element's pseudo-element, outermost first. */
  counter(element: Element, pseudo: string, name: string): number[] {
    this.#counters ??= counterValues(element.ownerDocument);
    return this.#counters(element, pseudo, name);
  }
}
