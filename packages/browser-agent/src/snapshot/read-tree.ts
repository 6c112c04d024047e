import { controlValue, isSelect } from '../aria/control-value.js';
import { attribute, flatChildren, hasAttribute, isElement, isText, tagOf } from '../aria/dom.js';
import { isEditingHost } from '../aria/focusable.js';
import { generatedText } from '../aria/generated-text.js';
import type { Reading } from '../aria/reading.js';
import { CONTROL_ROLES, KNOWN_ROLES, LIVE_ROLES } from '../aria/role-names.js';
import { statesOf } from '../aria/states.js';
import { shownText } from '../aria/text.js';
import { isExcluded } from '../aria/visibility.js';
import { isClickable } from './clickable.js';
import { finishNode } from './finish-node.js';
import { frameDocument } from './frames.js';
import { TRANSPARENT_ROLES } from './page-part.js';
import { labelledControl, SaidElsewhere } from './said-elsewhere.js';
import type { Screen } from './screen.js';
import { TextBuilder } from './text-builder.js';
import type { TreeChild, TreeNode } from './tree-node.js';

export interface ReadOptions {
  /** Whose options are wanted although it is closed. */
  root: Element;
  /** Present when only what is on screen counts. */
  screen?: Screen | undefined;
}

/** One open element on the way down. An explicit stack, because pages nest deeper than calls can. */
interface Frame {
  element: Element;
  tag: string;
  children: readonly Node[];
  next: number;
  /** The node that this element became, unless it only wraps. */
  node: TreeNode | undefined;
  isInline: boolean;
  /** Where finished children go, and the text that is being gathered there. */
  sink: TreeChild[];
  text: TextBuilder;
  /** Whether the pointer cursor already began further up. */
  hasPointer: boolean;
  /** Whether a control above is named by all this text. */
  insideControl: boolean;
  /** Whether this text is some control's name already. */
  isSaid: boolean;
  showsText: boolean | undefined;
}

const LEAVES = new Set(['audio', 'canvas', 'embed', 'input', 'meter', 'object', 'progress', 'textarea', 'video']);
const INLINE_NODES = new Set(['image', 'link']);

/** Reads everything below the root that a person would find, in one pass and in order. */
export function readTree(reading: Reading, options: ReadOptions): TreeChild[] {
  const { root, screen } = options;
  const said = new SaidElsewhere(reading);
  const result: TreeChild[] = [];
  const stack: Frame[] = [];
  open(root, undefined);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const child = frame.children[frame.next++];
    if (child === undefined) close(frame);
    else if (isText(child)) readText(frame, child);
    else if (isElement(child) && reading.parentOf(child, frame.element) === frame.element) open(child, frame);
  }
  return result;

  function open(element: Element, above: Frame | undefined): void {
    const tag = tagOf(element);
    if (tag === 'br') above?.text.addText(' ');
    if (!reading.isRendered(element) || isExcluded(element, tag)) return;
    const style = reading.style(element);
    const display = style?.display ?? 'block';
    const isInline = display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
    const hasPointer = !!style?.cursor.endsWith('pointer');
    const startsPointer = hasPointer && !above?.hasPointer && !above?.insideControl;
    screen?.enter(element, style);
    const node = describeElement(element, tag, startsPointer, above);
    const runsInline = isInline && (node === undefined || INLINE_NODES.has(node.role));
    if (!runsInline) above?.text.flushInto(above.sink);
    const frame: Frame = {
      element,
      tag,
      children: node && isLeaf(node, tag) ? [] : childrenOf(element, tag),
      next: 0,
      node,
      isInline: runsInline,
      sink: node?.children ?? above?.sink ?? result,
      text: node || !above ? new TextBuilder() : above.text,
      hasPointer,
      insideControl: !!above?.insideControl || !!node?.hasRef,
      isSaid: said.isSaid(element, tag) || (!!above?.isSaid && !node),
      showsText: undefined,
    };
    stack.push(frame);
    if (frame.children.length > 0) addText(frame, generatedText(reading, element, '::before'));
  }

  function close(frame: Frame): void {
    stack.pop();
    if (frame.children.length > 0) addText(frame, generatedText(reading, frame.element, '::after'));
    screen?.leave(frame.element);
    const above = stack.at(-1);
    const { node } = frame;
    if (!node || !above) {
      if (!frame.isInline || !above) frame.text.flushInto(frame.sink);
      if (node) result.push(...finishNode(node));
      return;
    }
    frame.text.flushInto(frame.sink);
    if (screen && node.children.length === 0 && !screen.shows(frame.element)) return;
    for (const child of finishNode(node)) {
      if (frame.isInline && child === node) above.text.addNode(node);
      else above.sink.push(child);
    }
  }

  function readText(frame: Frame, text: Text): void {
    const { data } = text;
    if (!/[^ \t\n\r\f]/.test(data)) {
      if (data !== '') frame.text.addText(' ');
      return;
    }
    if (screen && !screen.shows(text)) return;
    const style = reading.style(frame.element);
    const isPreformatted = /\n[^\n]*[^\s]/.test(data) && style?.whiteSpaceCollapse.startsWith('preserve');
    addText(frame, shownText(data, style), isPreformatted);
  }

  function addText(frame: Frame, text: string, isPreformatted = false): void {
    if (text === '' || frame.isSaid) return;
    frame.showsText ??= showsText(frame);
    if (!frame.showsText) return;
    if (isPreformatted) frame.text.addPreformatted(text);
    else frame.text.addText(text);
  }

  function showsText({ element, tag }: Frame): boolean {
    if (tag === 'details') return hasAttribute(element, 'open');
    const style = reading.style(element);
    return style?.visibility === 'visible' && style.contentVisibility !== 'hidden';
  }

  function childrenOf(element: Element, tag: string): readonly Node[] {
    if (tag === 'iframe' || tag === 'frame') {
      const body = frameDocument(element)?.body;
      return body ? [body] : [];
    }
    const owned = reading.ownership.ownedBy(element);
    const children = flatChildren(element);
    return owned.length > 0 ? [...children, ...owned] : children;
  }

  /** A closed select says its value; its options are there for who asks for them. */
  function isLeaf(node: TreeNode, tag: string): boolean {
    if (LEAVES.has(tag)) return true;
    if (tag === 'select') return node.role === 'combobox' && node.element !== root;
    return isEditingHost(node.element) && node.role === 'textbox';
  }

  function describeElement(element: Element, tag: string, startsPointer: boolean, above: Frame | undefined) {
    const hidden = tag === 'label' ? labelledControl(reading, element) : undefined;
    if (hidden) return makeNode(element, reading.role(hidden), reading.name(hidden), hidden, true);
    const role = controlRole(reading, element);
    const isInvisible = reading.style(element)?.visibility !== 'visible';
    if (CONTROL_ROLES.has(role)) {
      return isInvisible ? undefined : makeNode(element, role, reading.name(element, role), element, true);
    }
    const isFrame = role === 'iframe';
    const clickable = !isInvisible && !above?.insideControl && isClickable(element, tag, startsPointer);
    const isLiveRegion = isLive(element, role);
    if (clickable && isEditingHost(element)) return makeNode(element, 'textbox', reading.name(element), element, true);
    if (TRANSPARENT_ROLES.has(role)) {
      if (clickable) return makeNode(element, 'clickable', authorName(element), element, true);
      return isLiveRegion ? makeNode(element, 'status', authorName(element), element, false) : undefined;
    }
    const isDialog = role === 'dialog' || role === 'alertdialog';
    return makeNode(element, role, nameOfPart(element, role), element, clickable || isFrame || isDialog);
  }

  function authorName(element: Element): string {
    return hasAttribute(element, 'aria-label') ||
      hasAttribute(element, 'aria-labelledby') ||
      hasAttribute(element, 'title')
      ? reading.name(element)
      : '';
  }

  /** Cells and rows are read by what they contain. */
  function nameOfPart(element: Element, role: string): string {
    return role === 'row' || role.endsWith('cell') || role === 'columnheader' || role === 'rowheader'
      ? authorName(element)
      : reading.name(element, role);
  }

  function makeNode(element: Element, role: string, name: string, subject: Element, hasRef: boolean): TreeNode {
    const states = statesOf(subject, role, focusedIn(element));
    if (isSelect(subject) && role === 'combobox') states.push(`options=${subject.length}`);
    const value = controlValue(subject, role);
    return { kind: 'node', element, role, name, states, value, hasRef, isLive: isLive(element, role), children: [] };
  }
}

/** A control out of its place, such as an option without a listbox, is still what its author calls it. */
function controlRole(reading: Reading, element: Element): string {
  const role = reading.role(element);
  if (!TRANSPARENT_ROLES.has(role) && role !== 'listitem') return role;
  const written = attribute(element, 'role')?.trim().toLowerCase();
  return written && CONTROL_ROLES.has(written) && KNOWN_ROLES.has(written) ? written : role;
}

function isLive(element: Element, role: string): boolean {
  const live = attribute(element, 'aria-live');
  return LIVE_ROLES.has(role) || live === 'polite' || live === 'assertive';
}

function focusedIn(element: Element): Element | null {
  const root = element.getRootNode();
  return 'activeElement' in root ? (root as Document | ShadowRoot).activeElement : null;
}
