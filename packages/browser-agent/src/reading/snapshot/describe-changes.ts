import { diffLines, type Stretch } from './diff-lines.js';
import { type Line, lineLabel, plainLine } from './line.js';

const MAX_NAMED = 4;
const MAX_REMOVED = 3;

export interface Difference {
  shown: Line[];
  added: Line[];
  removed: Line[];
}

export function describeChanges(before: readonly Line[], after: readonly Line[]): Difference {
  const stretches = diffLines(before, after);
  const added = stretches.flatMap((stretch) => (stretch.kind === 'changed' ? stretch.added : []));
  const removed = stretches.flatMap((stretch) => (stretch.kind === 'changed' ? stretch.removed : []));
  if (added.length + removed.length === 0) {
    return { shown: [plainLine(`[no changes since the last snapshot: ${unchanged(after)}]`)], added, removed };
  }
  const counts = `${added.length} lines added (+), ${removed.length} removed (-)`;
  const shown = [plainLine(`[changes since the last snapshot: ${counts}]`), ...showStretches(stretches, after)];
  return { shown, added, removed };
}

function showStretches(stretches: readonly Stretch[], after: readonly Line[]): Line[] {
  let position = 0;
  return stretches.flatMap((stretch) => {
    const at = position;
    if (stretch.kind === 'same') {
      position += stretch.lines.length;
      return plainLine(`= ${unchanged(stretch.lines)}`);
    }
    position += stretch.added.length;
    const path = pathTo(after, at, (stretch.added[0] ?? stretch.removed[0])?.depth ?? 0);
    const where = path ? [plainLine(`@ ${path}`)] : [];
    return [...where, ...showRemoved(stretch.removed), ...stretch.added.map(asAdded)];
  });
}

// The reader has seen the removed part, so its first lines are enough.
function showRemoved(removed: readonly Line[]): Line[] {
  const named = removed.length > MAX_REMOVED + 1 ? MAX_REMOVED : removed.length;
  const rest = removed.length - named;
  return [...removed.slice(0, named).map(asRemoved), ...(rest > 0 ? [plainLine(`- … ${rest} more lines`)] : [])];
}

function asAdded(line: Line): Line {
  return { ...line, depth: 0, text: `+ ${line.text}`, headEnd: 0 };
}

function asRemoved({ text, refs }: Line): Line {
  return { ...plainLine(`- ${text}`), refs };
}

function unchanged(lines: readonly Line[]): string {
  const shallowest = Math.min(...lines.map(({ depth }) => depth));
  const outermost = lines.filter(({ depth }) => depth === shallowest);
  const rest = outermost.length > MAX_NAMED ? ', …' : '';
  return `${lines.length} lines unchanged: ${outermost.slice(0, MAX_NAMED).map(lineLabel).join(', ')}${rest}`;
}

function pathTo(lines: readonly Line[], position: number, changedDepth: number): string {
  const path: string[] = [];
  let depth = changedDepth;
  for (let index = position - 1; index >= 0 && depth > 0; index--) {
    const line = lines[index];
    if (!line || line.depth >= depth) continue;
    depth = line.depth;
    path.unshift(lineLabel(line));
  }
  return path.join(' > ');
}
