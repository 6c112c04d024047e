import { collapse, firstChildOf, isText, nextSiblingOf, tagOf } from '../../dom/nodes.js';
import { NAMED_BY_CONTENT } from '../aria/role-names.js';
import { hiddenMark } from '../text/hidden-mark.js';
import { finishTablePart } from './finish-table.js';
import { CELL_ROLES, HOLLOW_ROLES, NAMED_ONLY_ROLES, SINGLE_CHILD_ROLES } from './page-part.js';
import { containsWords, hiddenWords, nodesIn, plainText, type TreeChild, type TreeNode } from './tree-node.js';

export function finishNode(node: TreeNode): TreeChild[] {
  if (node.role === 'clickable') return finishClickable(node);
  if (node.role === 'row' || node.role === 'table') return finishTablePart(node);
  if (isNamedByText(node.role)) dropRepeatedText(node);
  if (node.role === 'listitem') openNestedList(node);
  if (node.hasRef && CELL_ROLES.has(node.role)) nameByText(node);
  if (node.value && nodesIn(node.children).length === 0 && containsWords(node.value, textOf(node))) node.children = [];
  const { children } = node;
  if (node.role === 'heading' && children.length === 0 && !node.hasRef && !node.name && !node.value) return [];
  if (node.role === 'generic' && containsWords(textOf(node), node.name)) return children;
  const carries = node.hasRef || node.name !== '' || node.states.length > 0 || !!node.value;
  if (carries) return children.length === 0 && !node.hasRef && HOLLOW_ROLES.has(node.role) ? [] : [node];
  if (children.length === 0) return CELL_ROLES.has(node.role) ? [node] : [];
  if (NAMED_ONLY_ROLES.has(node.role)) return children;
  const [only] = children;
  if (
    children.length === 1 &&
    only?.kind === 'node' &&
    SINGLE_CHILD_ROLES.has(node.role) &&
    !CELL_ROLES.has(only.role)
  ) {
    return children;
  }
  return [node];
}

export function isAllInName({ element, role, name }: TreeNode): boolean {
  if (name === '' || !isNamedByText(role)) return false;
  const text = firstChildOf(element);
  return text !== null && isText(text) && nextSiblingOf(text) === null && collapse(text.data) === name;
}

function isNamedByText(role: string): boolean {
  return NAMED_BY_CONTENT.has(role) && role !== 'row' && !CELL_ROLES.has(role);
}

// Indentation is enough for the items of a nested list.
function openNestedList(node: TreeNode): void {
  const last = node.children.at(-1);
  if (node.children.length < 2 || last?.kind !== 'node' || last.role !== 'list' || last.name || last.hasRef) return;
  node.children = [...node.children.slice(0, -1), ...last.children];
}

function nameByText(node: TreeNode): void {
  const text = textOf(node);
  if (nodesIn(node.children).length > 0 || !isLabel(node, text)) return;
  takeName(node, text);
}

function takeName(node: TreeNode, text: string): void {
  if (!node.name) {
    node.hidden = node.children.flatMap(hiddenWords);
    node.name = text;
  }
  if (containsWords(node.name, text)) node.children = [];
}

function finishClickable(node: TreeNode): TreeChild[] {
  const text = textOf(node);
  const inner = controlsIn(node.children);
  if (inner.length > 0) return reactsForItself(node, inner, text) ? [node] : node.children;
  if (isLabel(node, text)) takeName(node, text);
  return [node];
}

// A hand, or the focus, around what reacts for itself adds nothing, unless there are other words to click.
function reactsForItself({ reason, children, name }: TreeNode, inner: readonly TreeNode[], text: string): boolean {
  if (reason === 'listens' || name !== '') return true;
  if (reason === 'focus' && (inner.length > 1 || nodesIn(children).length > 1)) return true;
  return !containsWords(inner.map(plainText).join(' '), text);
}

// More text than this is read as content.
const MAX_LABEL = 200;
const MAX_HIDDEN = 100;
const PARAGRAPHS = new Set(['blockquote', 'p', 'pre']);

function isLabel({ element, children, reason }: TreeNode, text: string): boolean {
  if (text.length > MAX_LABEL || nodesIn(children).some((child) => child.children.length > 0)) return false;
  if (children.length < 2) return true;
  return reason !== 'focus' && children.filter((child) => isParagraph(child.element, element)).length < 2;
}

function isParagraph(part: Element, whole: Element): boolean {
  return part !== whole && PARAGRAPHS.has(tagOf(part));
}

function dropRepeatedText(node: TreeNode): void {
  const text = textOf(node);
  const hidden = node.children.flatMap(hiddenWords);
  if (text === '' || !containsWords(node.name, unmarked(text, hidden))) {
    takeShortText(node, text);
    return;
  }
  if (hidden.length > 0) node.states.push(`hidden=${JSON.stringify(hidden.join(' ').slice(0, MAX_HIDDEN))}`);
  const inner = controlsIn(node.children).filter((child) => !isWhole(child, text));
  if (inner.length === 0) node.children = [];
  else if (node.hasRef) node.children = inner;
  else node.name = '';
}

function unmarked(text: string, hidden: readonly string[]): string {
  return hidden.reduce((plain, words) => plain.replace(hiddenMark(words), () => words), text);
}

// A click on it is a click on the control around it.
function isWhole(child: TreeNode, text: string): boolean {
  return child.reason !== undefined && containsWords(plainText(child), text);
}

function takeShortText(node: TreeNode, text: string): void {
  if (text === '' || node.value || nodesIn(node.children).length > 0 || node.children.length > 1) return;
  node.value = text;
  node.children = [];
}

function textOf({ children }: TreeNode): string {
  return children.map(plainText).join(' ').trim();
}

function controlsIn(children: readonly TreeChild[]): TreeNode[] {
  return nodesIn(children).flatMap((node) => (node.hasRef ? node : controlsIn(node.children)));
}
