import type { Stretch } from './diff-lines.js';
import type { Line } from './line.js';

export function pairChanged(stretches: readonly Stretch[]): Map<Line, Line> {
  const changed = new Map<Line, Line>();
  const taken = new Set<Line>();
  const oldOf = new Map<string, Line>();
  for (const stretch of stretches) {
    if (stretch.kind === 'same') continue;
    for (const line of stretch.removed) for (const ref of line.refs) oldOf.set(ref, line);
  }
  for (const stretch of stretches) {
    if (stretch.kind === 'same') continue;
    for (const line of stretch.added) {
      const old = line.refs.map((ref) => oldOf.get(ref)).find((each) => each && !taken.has(each));
      if (!old) continue;
      changed.set(line, old);
      taken.add(old);
    }
  }
  for (const stretch of stretches) if (stretch.kind === 'changed') pairAlike(stretch, changed, taken);
  return changed;
}

// Lines without refs are paired in order, where as many of a kind went as came.
function pairAlike({ removed, added }: { removed: Line[]; added: Line[] }, changed: Map<Line, Line>, taken: Set<Line>) {
  const old = byKind(removed.filter((line) => line.refs.length === 0 && !taken.has(line)));
  const now = byKind(added.filter((line) => line.refs.length === 0 && !changed.has(line)));
  for (const [kind, lines] of now) {
    const before = old.get(kind) ?? [];
    if (before.length !== lines.length) continue;
    lines.forEach((line, index) => {
      const was = before[index];
      if (was) changed.set(line, was);
    });
  }
}

function byKind(lines: readonly Line[]): Map<string, Line[]> {
  const kinds = new Map<string, Line[]>();
  for (const line of lines) {
    const kind = `${line.depth} ${line.role}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  return kinds;
}
