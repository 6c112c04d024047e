import { CELL_ROLES } from './page-part.js';
import type { TreeChild, TreeNode } from './tree-node.js';

export function finishTablePart(node: TreeNode): TreeChild[] {
  const carries = node.hasRef || node.name !== '' || node.states.length > 0;
  if (node.role === 'table') return !carries && (node.children.length === 0 || isLayout(node)) ? flatten(node) : [node];
  if (node.children.every(isEmptyCell)) return node.hasRef ? [node] : [];
  const [only] = node.children;
  if (!carries && node.children.length === 1 && only?.kind === 'node' && isPlainCell(only)) return only.children;
  return [node];
}

export function isSimple(child: TreeChild): boolean {
  return (
    child.kind === 'text' || (child.children.length === 0 && !CELL_ROLES.has(child.role) && child.role !== 'iframe')
  );
}

// Nobody reads a table without headers and with complex cells as a table.
function isLayout(table: TreeNode): boolean {
  const rows = table.children.filter((child): child is TreeNode => child.kind === 'node' && child.role === 'row');
  const cells = rows.flatMap(({ children }) => children).filter((child): child is TreeNode => child.kind === 'node');
  if (cells.some(({ role }) => role.endsWith('header'))) return false;
  const complex = rows.filter((row) =>
    row.children.some((cell) => cell.kind === 'node' && !cell.children.every(isSimple)),
  );
  return complex.length * 2 > rows.length;
}

function flatten(table: TreeNode): TreeChild[] {
  return table.children.flatMap((row) => {
    if (row.kind !== 'node' || row.role !== 'row' || row.hasRef) return [row];
    return row.children.flatMap((cell) => (cell.kind === 'node' && isPlainCell(cell) ? cell.children : [cell]));
  });
}

function isPlainCell(cell: TreeNode): boolean {
  return CELL_ROLES.has(cell.role) && !cell.hasRef && cell.name === '' && cell.states.length === 0;
}

function isEmptyCell(child: TreeChild): boolean {
  return child.kind === 'node' && child.children.length === 0 && isPlainCell(child);
}
