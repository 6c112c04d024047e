import { nextSiblingOf } from '../../dom/nodes.js';
import type { Unseen } from '../aria/unseen.js';
import type { InlineMarks } from './inline-marks.js';
import type { TextBuilder } from './text-builder.js';
import type { TreeChild, TreeNode } from './tree-node.js';

export interface RenderedElement {
  element: Element;
  tag: string;
  display: string | undefined;
  plain: boolean;
  isHidden: boolean;
}

export interface OpenElement {
  element: Element;
  next: Node | null;
  list: Node[] | undefined;
  /** Whether its children are displayed as usual, unless a style concerns them. */
  isUsual: boolean;
  node: TreeNode | undefined;
  isInline: boolean;
  sink: TreeChild[];
  text: TextBuilder;
  hasPointer: boolean;
  insideControl: boolean;
  isInName: boolean;
  isLeaf: boolean;
  marks: InlineMarks | undefined;
  showsText: boolean;
  unseen: Unseen;
  isHidden: boolean;
  isMarked: boolean;
  depth: number;
}

export function takeNext(open: OpenElement): Node | null {
  if (open.list) return open.list.pop() ?? null;
  const { next } = open;
  if (next) open.next = nextSiblingOf(next);
  return next;
}
