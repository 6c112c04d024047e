import { WHOLE_PAGE } from '@btcp/protocol';
import { describeChanges } from './describe-changes.js';

/**
 * What differs between two snapshots, cut at a size; empty when nothing does. Where the focus is told elsewhere. Where
 * all is different, the page may be as it was `earlier`, before a menu hid the rest of it.
 */
export function tellChanges(
  before: readonly string[],
  after: readonly string[],
  maxSize: number,
  earlier: readonly (readonly string[])[] = [],
): string {
  const [old, now] = [before.map(withoutFocus), after.map(withoutFocus)];
  if (old.join('\n') === now.join('\n')) return '';
  const changes = describeChanges(old, now);
  const isShorter = sizeOf(changes) < sizeOf(now);
  const lines = isShorter ? changes : (sinceEarlier(earlier, now) ?? [WHOLE_PAGE, ...now]);
  let size = 0;
  const kept = lines.filter((line) => {
    size += line.length + 1;
    return size <= maxSize;
  });
  if (kept.length < lines.length) kept.push(`[${lines.length - kept.length} more lines: browser_snapshot has them]`);
  return kept.join('\n');
}

/** The smallest difference to an earlier state, where that is much less than the whole page. */
function sinceEarlier(earlier: readonly (readonly string[])[], now: readonly string[]): string[] | undefined {
  const [nearest] = earlier
    .map((state) => describeChanges(state.map(withoutFocus), now))
    .sort((one, other) => sizeOf(one) - sizeOf(other));
  if (!nearest || sizeOf(nearest) * 2 > sizeOf(now)) return undefined;
  const [, ...changes] = nearest;
  return [`[the page is as it was before${changes.length > 0 ? ', but for this' : ''}]`, ...changes];
}

function withoutFocus(line: string): string {
  return line.replace(' [focused]', '');
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length + 1, 0);
}
