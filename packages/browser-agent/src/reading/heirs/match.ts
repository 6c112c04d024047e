import type { Signed } from './signatures.js';

// They come and go, and say nothing of what is next to them.
const ITEMS = new Set(
  'feed grid list listbox listitem log menu menubar navigation row table tree treegrid treeitem'.split(' '),
);

/** Calls `found` for each node of `now` that is certainly the successor of one in `before`. */
export function matchNodes(
  before: readonly Signed[],
  now: readonly Signed[],
  found: (old: Signed, heir: Signed) => void,
  isCertain = true,
): void {
  const same = pairs(before, now, ({ whole }) => whole);
  for (const [old, heir] of same) matchPair(before, now, old, heir, found, isCertain);
  const isPaired = new Set(same.flatMap(([old, heir]) => [before[old], now[heir]]));
  for (const [old, heir] of pairs(before, now, ({ own }) => own)) {
    const one = before[old];
    const other = now[heir];
    if (
      !one ||
      !other ||
      isPaired.has(one) ||
      isPaired.has(other) ||
      one.children.length === 0 ||
      other.children.length === 0
    )
      continue;
    matchPair(before, now, old, heir, found, isCertain);
  }
}

function matchPair(
  before: readonly Signed[],
  now: readonly Signed[],
  oldAt: number,
  heirAt: number,
  found: (old: Signed, heir: Signed) => void,
  isCertain: boolean,
): void {
  const old = before[oldAt];
  const heir = now[heirAt];
  if (!old?.hasGone || !heir) return;
  // A part that says the same as before is the same; of a mute one, the text next to it decides.
  const isSame = (old.whole === heir.whole && old.says) || (isCertain && hasSameContext(before, oldAt, now, heirAt));
  const isNamed = old.whole === heir.whole || old.hasName;
  if (isSame && isNamed) found(old, heir);
  matchNodes(old.children, heir.children, found, isSame);
}

function hasSameContext(before: readonly Signed[], oldAt: number, now: readonly Signed[], heirAt: number): boolean {
  return ([1, -1] as const).every((step) => {
    const was = nearestText(before, oldAt, step);
    const is = nearestText(now, heirAt, step);
    return was === is || was === 'items' || is === 'items';
  });
}

// The text next to a control, over other controls; none beyond the items of a list.
function nearestText(nodes: readonly Signed[], from: number, step: 1 | -1): number | 'items' | undefined {
  for (let at = from + step; at >= 0 && at < nodes.length; at += step) {
    const node = nodes[at];
    if (node && ITEMS.has(node.role)) return 'items';
    if (node?.says) return node.whole;
  }
  return undefined;
}

// Pairs nodes that have no rival on either side and have not changed places with others.
function pairs(
  before: readonly Signed[],
  now: readonly Signed[],
  keyOf: (node: Signed) => number,
): (readonly [number, number])[] {
  const places = uniquePlaces(now, keyOf);
  const found: (readonly [number, number])[] = [];
  for (const [key, at] of uniquePlaces(before, keyOf)) {
    const place = places.get(key);
    if (place !== undefined) found.push([at, place]);
  }
  found.sort(([one], [other]) => one - other);
  return inPlace(withoutCrossings(found), before, now);
}

function withoutCrossings(found: (readonly [number, number])[]): (readonly [number, number])[] {
  let highest = -1;
  const followsAll = found.map(([, place]) => {
    const follows = place > highest;
    highest = Math.max(highest, place);
    return follows;
  });
  let lowest = Number.POSITIVE_INFINITY;
  return found
    .reverse()
    .filter(([, place], index) => {
      const precedes = place < lowest;
      lowest = Math.min(lowest, place);
      return precedes && followsAll[found.length - 1 - index];
    })
    .reverse();
}

// If things only came or only went, the others are where they were; else they must not have moved at all.
function inPlace(
  found: (readonly [number, number])[],
  before: readonly Signed[],
  now: readonly Signed[],
): (readonly [number, number])[] {
  const kinds = [true, false].map((isItem) => {
    const old = placesOf(before, isItem);
    const current = placesOf(now, isItem);
    return { old, current, isSimple: isPartOf(old.keys, current.keys) || isPartOf(current.keys, old.keys) };
  });
  return found.filter(([at, place]) =>
    kinds.some(({ old, current, isSimple }) => {
      const was = old.placeOf.get(at);
      const is = current.placeOf.get(place);
      return was !== undefined && is !== undefined && (isSimple || was === is);
    }),
  );
}

function placesOf(nodes: readonly Signed[], isItem: boolean): { keys: number[]; placeOf: Map<number, number> } {
  const keys: number[] = [];
  const placeOf = new Map<number, number>();
  nodes.forEach(({ role, whole, own }, index) => {
    if (ITEMS.has(role) !== isItem) return;
    placeOf.set(index, keys.length);
    keys.push(isItem ? whole : own);
  });
  return { keys, placeOf };
}

function isPartOf(part: readonly number[], all: readonly number[]): boolean {
  let found = 0;
  for (const key of all) if (key === part[found]) found++;
  return found === part.length;
}

function uniquePlaces(nodes: readonly Signed[], keyOf: (node: Signed) => number): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  nodes.forEach((node, index) => {
    const key = keyOf(node);
    if (places.has(key)) repeated.add(key);
    else places.set(key, index);
  });
  for (const key of repeated) places.delete(key);
  return places;
}
