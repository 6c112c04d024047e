import { frameDocument } from '../../dom/frames.js';
import { firstChildOf, flatParent, isElement, isPlain, isText, tagOf } from '../../dom/nodes.js';
import { isRenderedAs } from '../../dom/rendered.js';
import { isEditingHost } from '../aria/focusable.js';
import { generatedText } from '../aria/generated-text.js';
import type { Reading } from '../aria/reading.js';
import { CONTROL_ROLES } from '../aria/role-names.js';
import type { Unseen } from '../aria/unseen.js';
import { isOrdinary } from '../aria/usual-display.js';
import { isAriaHidden, isInert } from '../aria/visibility.js';
import { AriaHiddenControls } from './aria-hidden.js';
import { elementNode } from './element-node.js';
import { finishNode, isAllInName } from './finish-node.js';
import { inlineMarks } from './inline-marks.js';
import { type OpenElement, type RenderedElement, takeNext } from './open-element.js';
import type { PossibleShadowHosts } from './possible-shadow-hosts.js';
import type { Screen } from './screen.js';
import { TextBuilder } from './text-builder.js';
import { TextInNames } from './text-in-names.js';
import type { TreeChild, TreeNode } from './tree-node.js';

const LEAVES = new Set(['audio', 'canvas', 'embed', 'input', 'meter', 'object', 'progress', 'textarea', 'video']);
const INLINE_NODES = new Set(['image', 'link']);
// Deeper structure does not help a reader.
const MAX_DEPTH = 100;

export function readTree(
  reading: Reading,
  root: Element,
  screen?: Screen,
  shadowHosts?: PossibleShadowHosts,
): TreeChild[] {
  return new TreeReader(reading, root, screen, shadowHosts).read();
}

// Uses its own stack, because pages nest deeper than calls can.
class TreeReader {
  readonly #reading: Reading;
  readonly #root: Element;
  readonly #screen: Screen | undefined;
  readonly #shadowHosts: PossibleShadowHosts | undefined;
  readonly #textInNames: TextInNames;
  readonly #ariaHidden = new AriaHiddenControls();
  readonly #stack: OpenElement[] = [];
  readonly #result: TreeChild[] = [];

  constructor(
    reading: Reading,
    root: Element,
    screen: Screen | undefined,
    shadowHosts: PossibleShadowHosts | undefined,
  ) {
    this.#reading = reading;
    this.#root = root;
    this.#screen = screen;
    this.#shadowHosts = shadowHosts;
    this.#textInNames = new TextInNames(reading);
  }

  read(): TreeChild[] {
    this.#open(this.#root, this.#outside());
    const stack = this.#stack;
    for (let open = stack[0]; open; open = stack[stack.length - 1]) {
      const child = takeNext(open);
      if (child === null) this.#close(open);
      else if (isText(child)) this.#readText(open, child);
      else if (isElement(child)) this.#open(child, open);
    }
    return this.#result;
  }

  // Every element needs one above it, the root too.
  #outside(): OpenElement {
    const element = this.#root;
    return {
      element,
      next: null,
      list: undefined,
      isUsual: false,
      node: undefined,
      isInline: false,
      sink: this.#result,
      text: new TextBuilder(element),
      hasPointer: false,
      insideControl: false,
      isInName: false,
      isLeaf: true,
      marks: undefined,
      showsText: false,
      unseen: this.#unseenAround(element),
      isHidden: false,
      isMarked: false,
      depth: 0,
    };
  }

  #open(element: Element, above: OpenElement): void {
    const tag = tagOf(element);
    if (tag === 'br') above.text.addBreak(above.sink);
    const display = this.#reading.display(element, tag, above.isUsual);
    if (!this.#isRendered(element, tag, display, above)) return;
    const plain = isPlain(element);
    if (!plain && isInert(element)) return;
    const isHidden = above.isHidden || (!plain && isAriaHidden(element, tag));
    if (isHidden && !above.isHidden && !this.#isReadThough(element, tag, above)) return;
    this.#enter({ element, tag, display, plain, isHidden }, above);
  }

  #enter({ element, tag, display, plain, isHidden }: RenderedElement, above: OpenElement): void {
    const reading = this.#reading;
    const showsText = reading.isVisible(element);
    const unseen = reading.unseen(element, above.unseen);
    const startsPointer = this.#startsPointer(element, above);
    this.#screen?.enter(element, reading.style(element));
    const found = this.#nodeOf(element, tag, plain, startsPointer, above);
    const node = isHidden ? this.#hiddenControl(found, unseen) : found;
    const isInline = isInlineBox(display) && (node === undefined || INLINE_NODES.has(node.role));
    if (!isInline) above.text.flushInto(above.sink);
    const isLeaf = this.#isLeaf(node, tag) || (node !== undefined && this.#isRead(node, tag));
    const list = isLeaf ? [] : this.#specialChildren(element, tag);
    const marks =
      node || isLeaf || above.insideControl || !isInline ? undefined : inlineMarks(reading, element, tag, plain);
    const open: OpenElement = {
      element,
      next: list ? null : firstChildOf(element),
      list: list?.reverse(),
      isUsual: showsText && list === undefined && isOrdinary(display),
      node,
      isInline,
      sink: node ? node.children : above.sink,
      text: node ? new TextBuilder(element) : above.text,
      hasPointer: startsPointer || above.hasPointer,
      insideControl: above.insideControl || (node !== undefined && CONTROL_ROLES.has(node.role)),
      isInName: this.#textInNames.has(element, tag, plain) || ((above.isInName || isHidden) && !node),
      isLeaf,
      marks,
      showsText,
      unseen,
      isHidden,
      isMarked: this.#marks(node, tag, unseen, above),
      depth: node ? above.depth + 1 : above.depth,
    };
    this.#stack.push(open);
    if (isLeaf) return;
    if (marks) this.#addText(open, marks.before);
    this.#addText(open, generatedText(reading, element, '::before'));
  }

  #isRendered(element: Element, tag: string, display: string | undefined, above: OpenElement): boolean {
    // An element without any style is an unslotted child of a shadow host.
    if (display === '') this.#shadowHosts?.note(above.element, tagOf(above.element), true);
    if (display === '' || !isRenderedAs(display, tag)) return false;
    this.#shadowHosts?.note(element, tag, firstChildOf(element) === null);
    return true;
  }

  #isReadThough(element: Element, tag: string, above: OpenElement): boolean {
    if (above.insideControl || above.hasPointer || tag === 'svg:svg' || tag === 'img') return false;
    return this.#ariaHidden.mayHold(element) || this.#startsPointer(element, above);
  }

  #hiddenControl(node: TreeNode | undefined, unseen: Unseen): TreeNode | undefined {
    if (!node?.hasRef || unseen === 'gone' || !this.#ariaHidden.isClickable(node.element)) return undefined;
    node.states.push('aria-hidden');
    return node;
  }

  #unseenAround(element: Element): Unseen {
    const outer = [];
    for (let parent = flatParent(element); parent; parent = flatParent(parent)) outer.unshift(parent);
    return outer.reduce<Unseen>((above, parent) => this.#reading.unseen(parent, above), '');
  }

  // A field has its words elsewhere: many are invisible below a picture that stands for them.
  #marks(node: TreeNode | undefined, tag: string, unseen: Unseen, above: OpenElement): boolean {
    if (above.isMarked || !node || unseen === '' || LEAVES.has(tag) || tag === 'select') return above.isMarked;
    if (unseen === 'own' && node.name === '') return false;
    node.states.push(unseen === 'own' ? 'hidden text' : 'hidden');
    return unseen !== 'own';
  }

  // The cursor is inherited, so below a pointer and inside a control it adds nothing new.
  #startsPointer(element: Element, above: OpenElement): boolean {
    if (above.insideControl || above.hasPointer || !this.#reading.mayHavePointer(element)) return false;
    return !!this.#reading.style(element)?.cursor.endsWith('pointer');
  }

  #nodeOf(
    element: Element,
    tag: string,
    plain: boolean,
    startsPointer: boolean,
    above: OpenElement,
  ): TreeNode | undefined {
    const { insideControl, depth } = above;
    const insideClickableList = above.node?.role === 'list' && above.node.reason === 'listens';
    const context = { startsPointer, insideControl, insideClickableList, isPlain: plain };
    const found = elementNode(this.#reading, element, tag, context);
    return depth < MAX_DEPTH || (found?.hasRef && depth < MAX_DEPTH * 2) ? found : undefined;
  }

  #close(open: OpenElement): void {
    this.#stack.pop();
    const { element, node } = open;
    if (!open.isLeaf) this.#addText(open, generatedText(this.#reading, element, '::after'));
    if (open.marks) this.#addText(open, open.marks.after);
    if (node || !open.isInline || this.#stack.length === 0) open.text.flushInto(open.sink);
    if (node && (node.children.length > 0 || !this.#screen || this.#screen.shows(element))) this.#keep(open, node);
    this.#screen?.leave(element);
  }

  #keep(open: OpenElement, node: TreeNode): void {
    const above = this.#stack.at(-1);
    for (const child of finishNode(node)) {
      if (above && open.isInline && child === node) above.text.addNode(node);
      else (above?.sink ?? this.#result).push(child);
    }
  }

  #readText(open: OpenElement, text: Text): void {
    const { data } = text;
    if (!/[^ \t\n\r\f]/.test(data)) {
      if (data !== '') open.text.addSpace();
      return;
    }
    if (this.#screen && !this.#screen.shows(text)) return;
    const reading = this.#reading;
    const mayBePreformatted = data.includes('\n') && /\n[^\n]*\S/.test(data);
    const isPreformatted = mayBePreformatted && reading.style(open.element)?.whiteSpaceCollapse.startsWith('preserve');
    this.#addText(open, reading.shownText(data, open.element), isPreformatted);
  }

  #addText(open: OpenElement, text: string, isPreformatted = false): void {
    if (text === '' || open.isInName || !open.showsText) return;
    const isHidden = open.unseen !== '' && !open.isMarked;
    if (isPreformatted) open.text.addPreformatted(text, open.element, isHidden);
    else open.text.addText(text, open.element, isHidden);
  }

  #specialChildren(element: Element, tag: string): Node[] | undefined {
    if (tag === 'iframe' || tag === 'frame') {
      const inner = frameDocument(element);
      if (inner) this.#reading.addTree(inner);
      return inner?.body ? [inner.body] : [];
    }
    return this.#reading.hasOwnChildren(element, tag) ? undefined : this.#reading.children(element);
  }

  #isRead(node: TreeNode, tag: string): boolean {
    const reading = this.#reading;
    const { element } = node;
    if (this.#screen || !isAllInName(node) || !reading.hasOwnChildren(element, tag)) return false;
    return generatedText(reading, element, '::before') === '' && generatedText(reading, element, '::after') === '';
  }

  // A closed select shows its value only.
  #isLeaf(node: TreeNode | undefined, tag: string): boolean {
    if (LEAVES.has(tag)) return true;
    if (!node) return false;
    if (tag === 'select') return node.role === 'combobox' && node.element !== this.#root;
    return node.role === 'textbox' && isEditingHost(node.element);
  }
}

function isInlineBox(display = 'block'): boolean {
  // The signs of a formula are blocks to Chrome.
  return /^(?:inline|contents|ruby|math|block math)/.test(display);
}
