import { collapse, firstChildOf, isText, nextSiblingOf } from '../../dom/nodes.js';
import { NAMED_BY_CONTENT } from '../aria/role-names.js';
import { hiddenIn, withoutMarks } from '../text/hidden-mark.js';
import { finishTablePart } from './finish-table.js';
import { CELL_ROLES, HOLLOW_ROLES, NAMED_ONLY_ROLES, SINGLE_CHILD_ROLES } from './page-part.js';
import { containsWords, nodesIn, plainText, type TreeChild, type TreeNode } from './tree-node.js';

export function finishNode(node: TreeNode): TreeChild[] {
  if (node.role === 'clickable') return finishClickable(node);
  if (node.role === 'row' || node.role === 'table') return finishTablePart(node);
  if (isNamedByText(node.role)) dropRepeatedText(node);
  if (node.role === 'listitem') openNestedList(node);
  if (node.hasRef && CELL_ROLES.has(node.role)) nameByText(node);
  const { children } = node;
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
  if (nodesIn(node.children).length > 0) return;
  const text = node.children.map(plainText).join(' ').trim();
  node.name ||= text;
  if (containsWords(node.name, text)) node.children = [];
}

function finishClickable(node: TreeNode): TreeChild[] {
  const nodes = nodesIn(node.children);
  const [only] = nodes;
  const text = node.children.map(plainText).join(' ').trim();
  if (nodes.length === 0) {
    nameByText(node);
    return [node];
  }
  if (nodes.length === 1 && only?.hasRef && containsWords(plainText(only), text)) return [only];
  if (nodes.every((child) => !child.hasRef && child.children.length === 0) && text.length <= MAX_LABEL) {
    node.name ||= text;
    node.children = [];
  }
  return [node];
}

const MAX_HIDDEN = 100;

// A clickable card with more text than this is read by its content.
const MAX_LABEL = 200;

function dropRepeatedText(node: TreeNode): void {
  const text = node.children.map(plainText).join(' ').trim();
  if (text === '' || !containsWords(node.name, withoutMarks(text))) {
    takeShortText(node, text);
    return;
  }
  const hidden = hiddenIn(text);
  if (hidden !== '') node.states.push(`hidden=${JSON.stringify(hidden.slice(0, MAX_HIDDEN))}`);
  const inner = controlsIn(node.children);
  if (inner.length === 0) node.children = [];
  else if (node.hasRef) node.children = inner;
  else node.name = '';
}

function takeShortText(node: TreeNode, text: string): void {
  if (text === '' || node.value || nodesIn(node.children).length > 0 || node.children.length > 1) return;
  node.value = text;
  node.children = [];
}

function controlsIn(children: readonly TreeChild[]): TreeNode[] {
  return nodesIn(children).flatMap((node) => (node.hasRef ? node : controlsIn(node.children)));
}
