import { counted } from '@btcp/protocol';
import { diffLines, type Stretch } from './diff-lines.js';
import { INDENT, type Line, lineLabel, plainLine, withoutIndent } from './line.js';
import { pairChanged } from './pair-changed.js';

const MAX_REMOVED = 3;
const MAX_TELLING = 50;

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
    return { shown: [plainLine('[no changes since the last snapshot]')], added, removed };
  }
  const changed = pairChanged(stretches);
  const counts = [
    count(changed.size, 'changed (~)'),
    count(added.length - changed.size, 'added (+)'),
    count(removed.length - changed.size, 'removed (-)'),
  ];
  const header = `[changes since the last snapshot: ${counts.filter(Boolean).join(', ')}]`;
  return { shown: [plainLine(header), ...showStretches(stretches, after, changed)], added, removed };
}

function count(lines: number, what: string): string {
  return lines > 0 ? `${lines} ${what}` : '';
}

function showStretches(stretches: readonly Stretch[], after: readonly Line[], changed: Map<Line, Line>): Line[] {
  const isOld = new Set(changed.values());
  let position = 0;
  let lastPath = '';
  return stretches.flatMap((stretch) => {
    if (stretch.kind === 'same') {
      position += stretch.lines.length;
      return [];
    }
    const shown = showRemoved(stretch.removed.filter((line) => !isOld.has(line)));
    for (const group of partsOf(stretch.added)) {
      // A line that had a ref before needs no other place.
      if (group.some((line) => !changed.has(line) || !line.ref)) {
        const path = pathTo(after, position, group[0]?.depth ?? 0);
        if (path !== lastPath) shown.push(plainLine(path ? `in ${path}:` : 'at the top:'));
        lastPath = path;
      }
      const { depth = 0 } = group[0] ?? {};
      shown.push(...group.map((line) => mark(changed.has(line) ? '~' : '+', line, depth)));
      position += group.length;
    }
    return shown;
  });
}

function partsOf(lines: readonly Line[], isInner = (line: Line, first: Line) => line.depth >= first.depth): Line[][] {
  const parts: Line[][] = [];
  for (const line of lines) {
    const part = parts.at(-1);
    if (part?.[0] && isInner(line, part[0])) part.push(line);
    else parts.push([line]);
  }
  return parts;
}

function mark(sign: string, line: Line, shallowest: number): Line {
  const indent = INDENT.repeat(line.depth - shallowest);
  return { ...line, depth: 0, text: `${sign} ${indent}${withoutIndent(line)}`, headEnd: 0 };
}

// The reader has seen the removed parts, so a line for each is enough.
function showRemoved(removed: readonly Line[]): Line[] {
  const parts = partsOf(removed, (line, first) => line.depth > first.depth);
  const named = parts.length > MAX_REMOVED + 1 ? MAX_REMOVED : parts.length;
  const rest = parts.slice(named).flat().length;
  return [
    ...parts.slice(0, named).map(asRemoved),
    ...(rest > 0 ? [plainLine(`- … ${counted(rest, 'more line')}`)] : []),
  ];
}

function asRemoved(part: readonly Line[]): Line {
  const [root = plainLine(''), ...inner] = part;
  const named = root.name ? undefined : inner.find(({ role, name }) => role === 'text' || name);
  const label = named ? (named.role === 'text' ? withoutIndent(named) : lineLabel(named)) : '';
  const rest = label ? `: ${label.slice(0, MAX_TELLING)} …` : ' …';
  const text = `- ${withoutIndent(root)}${inner.length > 0 ? rest : ''}`;
  return { ...plainLine(text), refs: root.refs };
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
