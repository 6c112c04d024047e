import { diffLines, type Stretch } from './diff-lines.js';

const MOST_NAMED = 4;
const LONGEST_NAMED = 50;
const MOST_REMOVED = 3;

/** The changes between two snapshots, line by line, with the parts that stayed named in passing. */
export function describeChanges(before: readonly string[], after: readonly string[]): string[] {
  const stretches = diffLines(before, after);
  const added = count(stretches, (stretch) => stretch.added.length);
  const removed = count(stretches, (stretch) => stretch.removed.length);
  if (added + removed === 0) return [`[no changes since the last snapshot: ${unchanged(after)}]`];
  const lines = [`[changes since the last snapshot: ${added} lines added (+), ${removed} removed (-)]`];
  let position = 0;
  for (const stretch of stretches) {
    if (stretch.kind === 'same') {
      lines.push(`= ${unchanged(stretch.lines)}`);
      position += stretch.lines.length;
      continue;
    }
    const path = pathTo(after, position, stretch.added[0] ?? stretch.removed[0] ?? '');
    if (path) lines.push(`@ ${path}`);
    lines.push(...sayRemoved(stretch.removed), ...stretch.added.map((line) => `+ ${line}`));
    position += stretch.added.length;
  }
  return lines;
}

/** The reader knows what was there: to see where it went from, its first lines are enough. */
function sayRemoved(removed: readonly string[]): string[] {
  const named = removed.length > MOST_REMOVED + 1 ? MOST_REMOVED : removed.length;
  const rest = removed.length - named;
  return [...removed.slice(0, named).map((line) => `- ${line}`), ...(rest > 0 ? [`- … ${rest} more lines`] : [])];
}

function count(stretches: readonly Stretch[], size: (changed: Stretch & { kind: 'changed' }) => number): number {
  return stretches.reduce((sum, stretch) => sum + (stretch.kind === 'changed' ? size(stretch) : 0), 0);
}

/** How many lines, and the outermost things among them. */
function unchanged(lines: readonly string[]): string {
  const shallowest = Math.min(...lines.map(indentOf));
  const named = lines.filter((line) => indentOf(line) === shallowest).map(nameOfLine);
  const rest = named.length > MOST_NAMED ? ', …' : '';
  return `${lines.length} lines unchanged: ${named.slice(0, MOST_NAMED).join(', ')}${rest}`;
}

/** The nodes around a change, outermost first. */
function pathTo(lines: readonly string[], position: number, changed: string): string {
  const path: string[] = [];
  let indent = indentOf(changed);
  for (let index = position - 1; index >= 0 && indent > 0; index--) {
    const line = lines[index] ?? '';
    if (indentOf(line) >= indent) continue;
    indent = indentOf(line);
    path.unshift(nameOfLine(line));
  }
  return path.join(' > ');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `- list "Results" [ref=e3]: …` as `list "Results"`. */
function nameOfLine(line: string): string {
  const text = line.trimStart().replace(/^- /, '');
  const head = /^[\w-]+(?: "(?:[^"\\]|\\.)*")?/.exec(text)?.[0] ?? text;
  return head.length > LONGEST_NAMED ? `${head.slice(0, LONGEST_NAMED)}…` : head;
}
