import { isSimple } from '../tree/finish-table.js';
import { LEADING_TEXT_ROLES } from '../tree/page-part.js';
import type { TreeChild, TreeNode } from '../tree/tree-node.js';

export function isOneLine(node: TreeNode): boolean {
  return isRowLine(node) || isHeadingLine(node);
}

export function isRowLine({ role, children }: TreeNode): boolean {
  return role === 'row' && children.length > 1 && children.every((cell) => cell.kind === 'node' && isSimpleCell(cell));
}

export function isHeadingLine({ role, name, children }: TreeNode): boolean {
  return role === 'heading' && !name && children.every(isSimple);
}

export function leads({ role, children }: TreeNode, first: TreeChild): boolean {
  if (children.length === 1) return first.kind === 'text';
  if (first.kind === 'text') return LEADING_TEXT_ROLES.has(role);
  return role === 'listitem' && first.role === 'link' && first.children.length === 0;
}

export function childrenBelow(node: TreeNode, hasValue: boolean): readonly TreeChild[] {
  const [first] = node.children;
  return first && !hasValue && leads(node, first) ? node.children.slice(1) : node.children;
}

function isSimpleCell(cell: TreeNode): boolean {
  return cell.children.every(isSimple);
}
