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
import { type Unseen, unseenAs } from './unseen.js';
import { USUAL_DISPLAY } from './usual-display.js';

/** Valid only while the page does not change: for one snapshot or one question. */
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
  #usual: Element | undefined;
  #counters: ReturnType<typeof counterValues> | undefined;

  /** `isWholePage` reads the style sheets first, which pays off if most elements are read. */
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

  nameAs(element: Element, role: string): string {
    return computeName(this, element, role);
  }

  /** Keeps only the last style: keeping the styles of a whole page costs more than asking again. */
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

  /** `isUsualAround` if its parent is visible and displays elements as usual: then the style of most is not asked for. */
  display(element: Element, tag: string, isUsualAround: boolean): string | undefined {
    const usual = isUsualAround ? USUAL_DISPLAY.get(tag) : undefined;
    if (usual !== undefined && !this.#survey.mayApply(element, 'box') && !shadowRootOf(element)) {
      // Not even a child of a closed shadow root that has no slot for it.
      if (element.checkVisibility()) {
        this.#usual = element;
        return usual;
      }
    }
    return this.style(element)?.display;
  }

  isVisible(element: Element): boolean {
    return element === this.#usual || this.style(element)?.visibility === 'visible';
  }

  isRendered(element: Element): boolean {
    const tag = tagOf(element);
    if (NEVER_RENDERED.has(tag)) return false;
    if (element.checkVisibility()) return true;
    return BOXLESS.has(tag) || this.style(element)?.display === 'contents';
  }

  isShown(element: Element): boolean {
    return this.isRendered(element) && this.isVisible(element);
  }

  addTree(root: Node): void {
    if (this.#trees.has(root)) return;
    this.#trees.add(root);
    if (!isTree(root)) return;
    this.#ownership.addTree(root);
    this.#survey.addTree(root);
    this.#labels.addTree(root);
  }

  labels(control: Element): readonly Element[] {
    return this.#labels.of(control);
  }

  hasOwnChildren(element: Element, tag: string): boolean {
    if (tag === 'details' || tag === 'slot' || !this.#ownership.isEmpty || shadowRootOf(element)) return false;
    return !this.#hidesContent(element);
  }

  // `content-visibility` has no effect on inline boxes.
  #hidesContent(element: Element): boolean {
    if (!this.#survey.mayHideContent) return false;
    const style = this.style(element);
    return style?.contentVisibility === 'hidden' && style.display !== 'inline';
  }

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

  /** Whether the child stands in the markup of the element, and is not only owned by it. */
  holds(element: Element, child: Element): boolean {
    return this.#ownership.isEmpty || this.#ownership.ownerOf(child) !== element;
  }

  parent(element: Element): Element | null {
    return this.#ownership.ownerOf(element) ?? flatParent(element);
  }

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

  isHeaderRow(row: Element | null): boolean {
    if (!row) return true;
    let isHeader = this.#headerRows.get(row);
    if (isHeader === undefined) {
      isHeader = (row.parentElement && tagOf(row.parentElement) === 'thead') || !childOfTag(row, 'td');
      this.#headerRows.set(row, isHeader);
    }
    return isHeader;
  }

  /** The style is read only on pages that transform text, because reading it is slow. */
  shownText(text: string, element: Element): string {
    return this.#survey.mayTransformText ? shownText(text, this.style(element)) : text;
  }

  /** Shadow hosts have rules in their own tree. */
  mayHavePointer(element: Element): boolean {
    return this.#survey.mayApply(element, 'pointer') || shadowRootOf(element) !== undefined;
  }

  mayHaveGeneratedText(element: Element, pseudo: PseudoElement): boolean {
    return this.#survey.mayApply(element, pseudo);
  }

  /** `above` is what its parent is. */
  unseen(element: Element, above: Unseen): Unseen {
    if (above === '' && !this.#survey.mayApply(element, 'unseen')) return '';
    const style = this.style(element);
    return style ? unseenAs(element, style, above) : above;
  }

  counter(element: Element, pseudo: string, name: string): number[] {
    this.#counters ??= counterValues(element.ownerDocument);
    return this.#counters(element, pseudo, name);
  }
}
