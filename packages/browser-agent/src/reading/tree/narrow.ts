import { nodesIn, plainText, type TreeChild, type TreeNode } from './tree-node.js';

const LANDMARKS = new Set([
  'alertdialog',
  'banner',
  'complementary',
  'contentinfo',
  'dialog',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);

// Some pages make everything a live region; announcements are shorter.
const MAX_LIVE_TEXT = 500;

export interface Narrowed {
  children: TreeChild[];
  omitted: number;
}

export function keepInteractive(children: readonly TreeChild[]): Narrowed {
  let omitted = 0;
  const narrow = (list: readonly TreeChild[]): TreeChild[] => list.flatMap(narrowChild);
  const narrowChild = (child: TreeChild): TreeChild[] => {
    if (child.kind === 'text') {
      omitted++;
      return nodesIn([child]).flatMap(narrowChild);
    }
    if (child.role === 'heading' || (child.isLive && plainText(child).length <= MAX_LIVE_TEXT)) return [child];
    if (child.role === 'row' && hasControl(child)) return [child];
    const kept = narrow(child.children);
    if (child.hasRef) return [{ ...child, children: kept.length === 0 && !child.name ? labelOf(child) : kept }];
    if (kept.length > 0 && (child.name || LANDMARKS.has(child.role))) return [{ ...child, children: kept }];
    if (child.children.length === 0) omitted++;
    return kept;
  };
  return { children: narrow(children), omitted };
}

export function compact(children: readonly TreeChild[]): TreeChild[] {
  return children.flatMap((child): TreeChild[] => {
    if (child.kind === 'text') return [child];
    const inner = compact(child.children);
    const carries = child.hasRef || child.isLive || child.name || child.states.length > 0 || child.value;
    return carries || child.role === 'row' || child.role.endsWith('cell') ? [{ ...child, children: inner }] : inner;
  });
}

// Without its words the purpose of a click would be unknown.
function labelOf({ children }: TreeNode): TreeChild[] {
  return children.slice(0, 1).filter(({ kind }) => kind === 'text');
}

function hasControl(node: TreeNode): boolean {
  return node.hasRef || nodesIn(node.children).some(hasControl);
}
