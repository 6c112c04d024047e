import type { ClickReason } from './clickable.js';

export interface TreeNode {
  kind: 'node';
  element: Element;
  role: string;
  name: string;
  states: string[];
  value?: string | undefined;
  hasRef: boolean;
  isLive: boolean;
  /** Only of elements that no role makes a control. */
  reason?: ClickReason | undefined;
  hidden?: string[];
  children: TreeChild[];
}

export interface TextRun {
  kind: 'text';
  element: Element;
  parts: (string | TreeNode)[];
  /** Words in it that nobody sees; the parts mark them. */
  hidden?: string[];
}

export type TreeChild = TreeNode | TextRun;

export function plainText(child: TreeChild): string {
  if (child.kind === 'text') {
    return child.parts.map((part) => (typeof part === 'string' ? part : plainText(part))).join('');
  }
  return child.name || child.children.map(plainText).join(' ');
}

export function hiddenWords(child: TreeChild): string[] {
  const { hidden = [] } = child;
  if (child.kind === 'text') return [...hidden, ...nodesIn([child]).flatMap(hiddenWords)];
  return child.name ? hidden : child.children.flatMap(hiddenWords);
}

export function nodesIn(children: readonly TreeChild[]): TreeNode[] {
  return children.flatMap((child) =>
    child.kind === 'node' ? child : child.parts.filter((part): part is TreeNode => typeof part !== 'string'),
  );
}

export function containsWords(whole: string, part: string): boolean {
  return whole === part || letters(whole).includes(letters(part));
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
