import type { SnapshotOptions } from '@btcp/protocol';
import { nodesIn, plainText, type TreeChild, type TreeNode } from './tree-node.js';

export type Wanted = Pick<SnapshotOptions, 'text' | 'role' | 'name'>;

const PLACES = new Set([
  'row',
  'listitem',
  'article',
  'dialog',
  'alertdialog',
  'form',
  'region',
  'group',
  'navigation',
]);
const PLACE_LENGTH = 60;
const CONTENT_LENGTH = 300;

export function isSearch({ text, role, name }: Wanted): boolean {
  return text !== undefined || role !== undefined || name !== undefined;
}

export function findIn(children: readonly TreeChild[], wanted: Wanted): TreeNode[] {
  return children.flatMap((child) => found(child, wanted, undefined));
}

function found(child: TreeChild, wanted: Wanted, place: TreeNode | undefined): TreeNode[] {
  if (child.kind === 'text') {
    const inner = nodesIn([child]).flatMap((node) => found(node, wanted, place));
    if (inner.length > 0 || !isText(wanted)) return inner;
    if (!has(plainText(child), wanted.text)) return [];
    const run = { element: child.element, role: 'text', name: '', states: [], hasRef: true, isLive: false };
    return [asMatch({ ...run, kind: 'node', children: [child] }, place)];
  }
  const within = PLACES.has(child.role) ? child : place;
  const inner = child.children.flatMap((each) => found(each, wanted, within));
  // A text search in a row wants its controls too.
  if (child.role === 'row' && isText(wanted) && inner.length > 0 && inner.every(({ role }) => role === 'text')) {
    return [{ ...child, hasRef: true }];
  }
  // Frames of other origins are searched by their own page scripts.
  if (child.role === 'iframe' && child.children.length === 0) return [{ ...child, hasRef: true }];
  const isAnswered = wanted.text !== undefined && inner.length > 0;
  return !isAnswered && fits(child, wanted) ? [asMatch(child, place), ...inner] : inner;
}

function isText({ role, name }: Wanted): boolean {
  return role === undefined && name === undefined;
}

function fits(node: TreeNode, { text, role, name }: Wanted): boolean {
  if (role !== undefined && node.role !== role.trim().toLowerCase()) return false;
  return (
    has(node.name, name) && has(`${node.name} ${node.value ?? ''} ${node.children.map(plainText).join(' ')}`, text)
  );
}

function has(whole: string, part: string | undefined): boolean {
  return part === undefined || normal(whole).includes(normal(part));
}

function normal(text: string): string {
  return text
    .replace(/~~|\+\+|[_^]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function asMatch(node: TreeNode, place: TreeNode | undefined): TreeNode {
  const content = node.name ? '' : cut(node.children.map(plainText).join(' '), CONTENT_LENGTH);
  const where = place && place !== node ? cut(plainText(place), PLACE_LENGTH) : '';
  return {
    ...node,
    hasRef: true,
    children: [],
    value: node.value ?? (content || undefined),
    states: where && place ? [...node.states, `in ${place.role} ${JSON.stringify(where)}`] : node.states,
  };
}

function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
