import type { Line } from './line.js';

export type Stretch = { kind: 'same'; lines: Line[] } | { kind: 'changed'; removed: Line[]; added: Line[] };

/** Runs in about linear time: lines that occur once in each snapshot are the fixed points. */
export function diffLines(before: readonly Line[], after: readonly Line[]): Stretch[] {
  const stretches: Stretch[] = [];
  let beforeAt = 0;
  let afterAt = 0;
  for (const [beforeIndex, afterIndex] of [...fixedPoints(before, after), [before.length, after.length] as const]) {
    compare(before.slice(beforeAt, beforeIndex), after.slice(afterAt, afterIndex), stretches);
    if (beforeIndex < before.length) addSame(stretches, after.slice(afterIndex, afterIndex + 1));
    beforeAt = beforeIndex + 1;
    afterAt = afterIndex + 1;
  }
  for (let index = 1; index < stretches.length; index++) slideUp(stretches, index);
  return stretches.filter((stretch) => stretch.kind === 'changed' || stretch.lines.length > 0);
}

// Of equal lines at both ends of a block, as the `listitem` of a list, the block begins with the first.
function slideUp(stretches: Stretch[], index: number): void {
  const above = stretches[index - 1];
  const block = stretches[index];
  if (above?.kind !== 'same' || block?.kind !== 'changed') return;
  const lines = block.added.length === 0 ? block.removed : block.removed.length === 0 ? block.added : [];
  let below = stretches[index + 1];
  for (let last = lines.at(-1); last && last.text === above.lines.at(-1)?.text; last = lines.at(-1)) {
    if (last.depth >= (lines[0]?.depth ?? 0)) return;
    if (below?.kind !== 'same') {
      below = { kind: 'same', lines: [] };
      stretches.splice(index + 1, 0, below);
    }
    lines.pop();
    lines.unshift(last);
    below.lines.unshift(last);
    above.lines.pop();
  }
}

function compare(before: readonly Line[], after: readonly Line[], stretches: Stretch[]): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start]?.text === after[start]?.text) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end++;
  addSame(stretches, after.slice(0, start));
  addChanged(stretches, before.slice(start, before.length - end), after.slice(start, after.length - end));
  addSame(stretches, after.slice(after.length - end));
}

function addSame(stretches: Stretch[], lines: readonly Line[]): void {
  if (lines.length === 0) return;
  const last = stretches.at(-1);
  if (last?.kind === 'same') last.lines.push(...lines);
  else stretches.push({ kind: 'same', lines: [...lines] });
}

function addChanged(stretches: Stretch[], removed: readonly Line[], added: readonly Line[]): void {
  if (removed.length === 0 && added.length === 0) return;
  const last = stretches.at(-1);
  if (last?.kind === 'changed') {
    last.removed.push(...removed);
    last.added.push(...added);
  } else {
    stretches.push({ kind: 'changed', removed: [...removed], added: [...added] });
  }
}

function fixedPoints(before: readonly Line[], after: readonly Line[]): (readonly [number, number])[] {
  const placeBefore = uniquePlaces(before);
  const placeAfter = uniquePlaces(after);
  const pairs: (readonly [number, number])[] = [];
  for (const [text, beforeIndex] of placeBefore) {
    const afterIndex = placeAfter.get(text);
    if (afterIndex !== undefined) pairs.push([beforeIndex, afterIndex]);
  }
  return longestIncreasing(pairs);
}

function uniquePlaces(lines: readonly Line[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  lines.forEach(({ text }, index) => {
    if (places.has(text)) repeated.add(text);
    else places.set(text, index);
  });
  for (const text of repeated) places.delete(text);
  return places;
}

function longestIncreasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  interface Card {
    pair: readonly [number, number];
    previous: Card | undefined;
  }
  const tops: Card[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    tops[low] = { pair, previous: tops[low - 1] };
  }
  const chain: (readonly [number, number])[] = [];
  for (let card = tops.at(-1); card; card = card.previous) chain.push(card.pair);
  return chain.reverse();
}
