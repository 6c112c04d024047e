/** What begins a hint where a name was probably meant: one that is a slip or two away, whole or without its first word. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const name = nearestName(given, names);
  return name === undefined ? '' : `Did you mean ${name}? `;
}

function nearestName(given: string, names: Iterable<string>): string | undefined {
  const asked = plain(given);
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(asked.length / 3)) + 1;
  for (const name of names) {
    const known = plain(name);
    const slips = Math.min(slipsBetween(asked, known), slipsBetween(asked, known.slice(known.indexOf('_') + 1)));
    if (slips < fewest) [nearest, fewest] = [name, slips];
  }
  return nearest;
}

/** Words are written with lines of every kind between them. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-\s.]/g, '_');
}

/** How many letters are missing, added, exchanged, or have changed places. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isTurned = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      row[to] = Math.min(
        (last[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (last[to - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
