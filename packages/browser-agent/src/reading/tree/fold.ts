import { CONTROL_ROLES } from '../aria/role-names.js';
import { plainText, type TreeChild } from './tree-node.js';

/** Longer runs of like siblings are shown in part. Controls repeat more than what has content of its own. */
const LONGEST_RUN = { controls: 50, content: 100 };
const SHOWN = { controls: 20, content: 30 };
/** Items with more text than this on average are prose, which is why the page is read. */
const PROSE = 100;

export interface Fold {
  role: string;
  /** The first sibling that is left out, and the one after the last. */
  from: number;
  to: number;
}

/** The fold that begins with the sibling at `start`, if a long run of like ones does. */
export function foldedFrom(children: readonly TreeChild[], start: number): Fold | undefined {
  const first = children[start];
  if (first?.kind !== 'node') return undefined;
  const sort = CONTROL_ROLES.has(first.role) || first.role === 'clickable' ? 'controls' : 'content';
  if (children.length - start <= LONGEST_RUN[sort]) return undefined;
  const before = children[start - 1];
  if (before?.kind === 'node' && before.role === first.role) return undefined;
  let to = start;
  for (let child = children[to]; child?.kind === 'node' && child.role === first.role; child = children[to]) to++;
  if (to - start <= LONGEST_RUN[sort]) return undefined;
  const sample = children.slice(start, start + SHOWN[sort]);
  const length = sample.reduce((sum, child) => sum + plainText(child).length, 0) / sample.length;
  return length > PROSE ? undefined : { role: first.role, from: start + SHOWN[sort], to };
}
