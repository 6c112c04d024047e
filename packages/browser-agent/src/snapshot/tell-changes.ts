import { WHOLE_PAGE } from '@btcp/protocol';
import { describeChanges } from './describe-changes.js';

/** What differs between two snapshots, cut at a size; empty when nothing does. Where the focus is told elsewhere. */
export function tellChanges(before: readonly string[], after: readonly string[], maxSize: number): string {
  const [old, now] = [before.map(withoutFocus), after.map(withoutFocus)];
  if (old.join('\n') === now.join('\n')) return '';
  const changes = describeChanges(old, now);
  const isShorter = sizeOf(changes) < sizeOf(now);
  const lines = isShorter ? changes : [WHOLE_PAGE, ...now];
  let size = 0;
  const kept = lines.filter((line) => {
    size += line.length + 1;
    return size <= maxSize;
  });
  if (kept.length < lines.length) kept.push(`[${lines.length - kept.length} more lines: browser_snapshot has them]`);
  return kept.join('\n');
}

function withoutFocus(line: string): string {
  return line.replace(' [focused]', '');
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length + 1, 0);
}
