import { CONTROL_ROLES } from '../aria/role-names.js';
import { plainText, type TreeChild } from './tree-node.js';

// Controls repeat more than content.
const MAX_RUN = { controls: 50, content: 100 };
const SHOWN = { controls: 20, content: 30 };
// Longer items are prose, which is read in full.
const PROSE = 100;

export interface Fold {
  role: string;
  from: number;
  to: number;
}

export function foldedFrom(children: readonly TreeChild[], start: number): Fold | undefined {
  const first = children[start];
  if (first?.kind !== 'node') return undefined;
  const sort = CONTROL_ROLES.has(first.role) || first.role === 'clickable' ? 'controls' : 'content';
  if (children.length - start <= MAX_RUN[sort]) return undefined;
  const before = children[start - 1];
  if (before?.kind === 'node' && before.role === first.role) return undefined;
  let to = start;
  for (let child = children[to]; child?.kind === 'node' && child.role === first.role; child = children[to]) to++;
  if (to - start <= MAX_RUN[sort]) return undefined;
  const sample = children.slice(start, start + SHOWN[sort]);
  const length = sample.reduce((sum, child) => sum + plainText(child).length, 0) / sample.length;
  return length > PROSE ? undefined : { role: first.role, from: start + SHOWN[sort], to };
}
