export interface DifferentLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

// Beyond this, lines that differ are shown one text after the other.
const MAX_CELLS = 1_000_000;

export function differenceOf(before: string, after: string): DifferentLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...lines('same', now.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...lines('same', now.slice(now.length - end)),
  ];
}

function lines(kind: DifferentLine['kind'], texts: readonly string[]): DifferentLine[] {
  return texts.map((text) => ({ kind, text }));
}

function between(old: readonly string[], now: readonly string[]): DifferentLine[] {
  if (old.length * now.length > MAX_CELLS) return [...lines('removed', old), ...lines('added', now)];
  const common = commonLengths(old, now);
  const lengthAt = (row: number, column: number) => common[row]?.[column] ?? 0;
  const found: DifferentLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && old[row] === now[column]) {
      found.push({ kind: 'same', text: now[column++] ?? '' });
      row++;
    } else if (column === now.length || (row < old.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      found.push({ kind: 'removed', text: old[row++] ?? '' });
    } else {
      found.push({ kind: 'added', text: now[column++] ?? '' });
    }
  }
  return found;
}

// How many lines the rest of one text has in common with the rest of the other.
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let row = old.length - 1; row >= 0; row--) {
    const [own, next] = [lengths[row] as Uint16Array, lengths[row + 1] as Uint16Array];
    for (let column = now.length - 1; column >= 0; column--) {
      own[column] =
        old[row] === now[column] ? (next[column + 1] ?? 0) + 1 : Math.max(next[column] ?? 0, own[column + 1] ?? 0);
    }
  }
  return lengths;
}
