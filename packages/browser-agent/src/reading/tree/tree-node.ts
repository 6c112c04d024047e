/** An element with a role of its own. */
export interface TreeNode {
  kind: 'node';
  element: Element;
  role: string;
  name: string;
  states: string[];
  value?: string | undefined;
  hasRef: boolean;
  /** Whether it stays when text is left out. */
  isLive: boolean;
  children: TreeChild[];
}

/** A run of text with the links and images inside it, read as one sentence. */
export interface TextRun {
  kind: 'text';
  element: Element;
  parts: (string | TreeNode)[];
}

export type TreeChild = TreeNode | TextRun;

/** All text below, in reading order; a name stands for what it was taken from. */
export function plainText(child: TreeChild): string {
  if (child.kind === 'text') {
    return child.parts.map((part) => (typeof part === 'string' ? part : plainText(part))).join('');
  }
  return child.name || child.children.map(plainText).join(' ');
}

/** The nodes directly in a list of children, also those inside runs of text. */
export function nodesIn(children: readonly TreeChild[]): TreeNode[] {
  return children.flatMap((child) =>
    child.kind === 'node' ? child : child.parts.filter((part): part is TreeNode => typeof part !== 'string'),
  );
}

/** Whether one text contains the words of another, whatever their spacing and signs. */
export function containsWords(whole: string, part: string): boolean {
  return whole === part || letters(whole).includes(letters(part));
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
