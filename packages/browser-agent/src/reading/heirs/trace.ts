import type { RefTable } from '../refs/refs.js';
import type { TextRun, TreeChild, TreeNode } from '../tree/tree-node.js';

/** What a reading saw of one node, without the element, which must not outlive its page. */
export interface Trace {
  role: string;
  name: string;
  ref: string | undefined;
  children: readonly (Trace | string)[];
}

export interface ReadingTrace {
  nodes: readonly Trace[];
  refs: readonly string[];
}

export function traceOf(children: readonly TreeChild[], table: RefTable): ReadingTrace {
  const refs: string[] = [];
  const ofChild = (child: TreeChild): Trace => (child.kind === 'text' ? ofText(child) : ofNode(child));
  const ofNode = (node: TreeNode): Trace => {
    const { role, name, element } = node;
    return {
      role,
      name,
      ref: known(element),
      children: node.children.length === 0 ? NONE : node.children.map(ofChild),
    };
  };
  const ofText = ({ element, parts }: TextRun): Trace => ({
    role: 'text',
    name: '',
    ref: known(element),
    children: parts.map((part) => (typeof part === 'string' ? part : ofNode(part))),
  });
  const known = (element: Element): string | undefined => {
    const ref = table.refOf(element);
    if (ref !== undefined) refs.push(ref);
    return ref;
  };
  return { nodes: children.map(ofChild), refs };
}

const NONE: readonly Trace[] = [];
