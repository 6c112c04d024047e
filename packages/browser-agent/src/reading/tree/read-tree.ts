import { frameDocument } from '../../dom/frames.js';
import { firstChildOf, isElement, isPlain, isText, nextSiblingOf, tagOf } from '../../dom/nodes.js';
import { isRenderedAs } from '../../dom/rendered.js';
import { isEditingHost } from '../aria/focusable.js';
import { generatedText } from '../aria/generated-text.js';
import type { Reading } from '../aria/reading.js';
import { isExcluded } from '../aria/visibility.js';
import { elementNode } from './element-node.js';
import { finishNode, isAllInName } from './finish-node.js';
import type { PossibleHosts } from './possible-hosts.js';
import { SaidElsewhere } from './said-elsewhere.js';
import type { Screen } from './screen.js';
import { TextBuilder } from './text-builder.js';
import type { TreeChild, TreeNode } from './tree-node.js';

/** One open element on the way down. */
interface Frame {
  element: Element;
  /** The child to read next. */
  next: Node | null;
  /** The children in order, where they are not simply the element's own. */
  list: Node[] | undefined;
  style: CSSStyleDeclaration | undefined;
  /** The node that this element became, unless it only wraps. */
  node: TreeNode | undefined;
  isInline: boolean;
  /** Where finished children go, and the text that is being gathered there. */
  sink: TreeChild[];
  text: TextBuilder;
  hasPointer: boolean;
  insideControl: boolean;
  /** Whether this text is the name of something already. */
  isSaid: boolean;
  /** Whether nothing inside it is read. */
  isLeaf: boolean;
  showsText: boolean | undefined;
  /** How many nodes are around this element. */
  depth: number;
}

const LEAVES = new Set(['audio', 'canvas', 'embed', 'input', 'meter', 'object', 'progress', 'textarea', 'video']);
/** They have refs to be read by, and what is clickable inside them is clickable for itself. */
const HOLDERS = new Set(['dialog', 'alertdialog', 'iframe']);
const INLINE_NODES = new Set(['image', 'link']);
/** Deeper down, structure no longer helps a reader and only its content is kept. */
const DEEPEST = 100;

/** Reads everything below the root that a person would find, in one pass and in order. */
export function readTree(reading: Reading, root: Element, screen?: Screen, hosts?: PossibleHosts): TreeChild[] {
  return new TreeReader(reading, root, screen, hosts).read();
}

/** Keeps its own stack, because pages nest deeper than calls can. */
class TreeReader {
  readonly #reading: Reading;
  readonly #root: Element;
  readonly #screen: Screen | undefined;
  readonly #hosts: PossibleHosts | undefined;
  readonly #said: SaidElsewhere;
  readonly #stack: Frame[] = [];
  readonly #result: TreeChild[] = [];

  constructor(reading: Reading, root: Element, screen: Screen | undefined, hosts: PossibleHosts | undefined) {
    this.#reading = reading;
    this.#root = root;
    this.#screen = screen;
    this.#hosts = hosts;
    this.#said = new SaidElsewhere(reading);
  }

  read(): TreeChild[] {
    this.#open(this.#root, undefined);
    for (let frame = this.#stack.at(-1); frame; frame = this.#stack.at(-1)) {
      const child = takeNext(frame);
      if (child === null) this.#close(frame);
      else if (isText(child)) this.#readText(frame, child);
      else if (isElement(child)) this.#open(child, frame);
    }
    return this.#result;
  }

  #open(element: Element, above: Frame | undefined): void {
    const reading = this.#reading;
    const tag = tagOf(element);
    if (tag === 'br') above?.text.addBreak(above.sink);
    const style = reading.style(element);
    const display = style?.display;
    // What has no style at all is a child of a host that gives it no slot.
    if (display === '') this.#hosts?.note(above?.element ?? element, above ? tagOf(above.element) : tag, true);
    if (display === '' || !isRenderedAs(display, tag)) return;
    const firstChild = firstChildOf(element);
    this.#hosts?.note(element, tag, firstChild === null);
    const plain = isPlain(element);
    if (!plain && isExcluded(element, tag)) return;
    const insideControl = above?.insideControl ?? false;
    // The cursor is inherited, so below a pointer and inside a control it says nothing new.
    const startsPointer =
      !insideControl && !above?.hasPointer && reading.mayHavePointer(element) && !!style?.cursor.endsWith('pointer');
    this.#screen?.enter(element, style);
    const depth = above?.depth ?? 0;
    const found = elementNode(reading, element, tag, { startsPointer, insideControl, isPlain: plain });
    const node = depth < DEEPEST || (found?.hasRef && depth < DEEPEST * 2) ? found : undefined;
    const isInline = isInlineBox(display) && (node === undefined || INLINE_NODES.has(node.role));
    if (!isInline) above?.text.flushInto(above.sink);
    const isLeaf = this.#isLeaf(node, tag) || (node !== undefined && this.#isRead(node, tag));
    const list = isLeaf ? [] : this.#specialChildren(element, tag);
    const frame: Frame = {
      element,
      next: list ? null : firstChild,
      list: list?.reverse(),
      style,
      node,
      isInline,
      sink: node?.children ?? above?.sink ?? this.#result,
      text: node || !above ? new TextBuilder(element) : above.text,
      hasPointer: startsPointer || !!above?.hasPointer,
      insideControl: insideControl || (!!node?.hasRef && !HOLDERS.has(node.role)),
      isSaid: this.#said.isSaid(element, tag, plain) || (!!above?.isSaid && !node),
      isLeaf,
      showsText: undefined,
      depth: node ? depth + 1 : depth,
    };
    this.#stack.push(frame);
    if (!isLeaf) this.#addText(frame, generatedText(reading, element, '::before'));
  }

  #close(frame: Frame): void {
    this.#stack.pop();
    const { element, node } = frame;
    if (!frame.isLeaf) this.#addText(frame, generatedText(this.#reading, element, '::after'));
    if (node || !frame.isInline || this.#stack.length === 0) frame.text.flushInto(frame.sink);
    if (node && (node.children.length > 0 || !this.#screen || this.#screen.shows(element))) this.#keep(frame, node);
    this.#screen?.leave(element);
  }

  #keep(frame: Frame, node: TreeNode): void {
    const above = this.#stack.at(-1);
    for (const child of finishNode(node)) {
      if (above && frame.isInline && child === node) above.text.addNode(node);
      else (above?.sink ?? this.#result).push(child);
    }
  }

  #readText(frame: Frame, text: Text): void {
    const { data } = text;
    if (!/[^ \t\n\r\f]/.test(data)) {
      if (data !== '') frame.text.addSpace();
      return;
    }
    if (this.#screen && !this.#screen.shows(text)) return;
    const { style } = frame;
    const isPreformatted =
      data.includes('\n') && /\n[^\n]*\S/.test(data) && style?.whiteSpaceCollapse.startsWith('preserve');
    this.#addText(frame, this.#reading.shownText(data, style), isPreformatted);
  }

  #addText(frame: Frame, text: string, isPreformatted = false): void {
    if (text === '' || frame.isSaid) return;
    frame.showsText ??= frame.style?.visibility === 'visible';
    if (!frame.showsText) return;
    if (isPreformatted) frame.text.addPreformatted(text, frame.element);
    else frame.text.addText(text, frame.element);
  }

  /** Undefined for an element whose children are simply its own. */
  #specialChildren(element: Element, tag: string): Node[] | undefined {
    if (tag === 'iframe' || tag === 'frame') {
      const inner = frameDocument(element);
      if (inner) this.#reading.addTree(inner);
      return inner?.body ? [inner.body] : [];
    }
    return this.#reading.hasOwnChildren(element, tag) ? undefined : this.#reading.children(element);
  }

  /** Whether the content has been read for the name already, and nothing of it would be left. */
  #isRead(node: TreeNode, tag: string): boolean {
    const reading = this.#reading;
    const { element } = node;
    if (this.#screen || !isAllInName(node) || !reading.hasOwnChildren(element, tag)) return false;
    return generatedText(reading, element, '::before') === '' && generatedText(reading, element, '::after') === '';
  }

  /** A closed select says its value; its options are there for who asks for them. */
  #isLeaf(node: TreeNode | undefined, tag: string): boolean {
    if (LEAVES.has(tag)) return true;
    if (!node) return false;
    if (tag === 'select') return node.role === 'combobox' && node.element !== this.#root;
    return node.role === 'textbox' && isEditingHost(node.element);
  }
}

function takeNext(frame: Frame): Node | null {
  if (frame.list) return frame.list.pop() ?? null;
  const { next } = frame;
  if (next) frame.next = nextSiblingOf(next);
  return next;
}

function isInlineBox(display = 'block'): boolean {
  return display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
}
