const MIN_START = 3;

/** Returns the start of a hint that suggests the name that was probably meant, or an empty text. `before` is shown before it. */
export function didYouMean(given: string, names: Iterable<string>, before = ''): string {
  const all = [...names];
  const name = nearestName(given, all) ?? nameWithSameStart(given, all);
  return name === undefined ? '' : `Did you mean ${before}${name}? `;
}

// `evaluate` for `eval`, or `screen` for `screenshot`: one begins with the other, which is at least half of it.
function nameWithSameStart(given: string, names: readonly string[]): string | undefined {
  const asked = plain(given);
  const isNear = (name: string) => {
    const [short = '', long = ''] = [asked, plain(name)].sort((one, other) => one.length - other.length);
    return short.length >= MIN_START && short.length * 2 >= long.length && long.startsWith(short);
  };
  const distance = (name: string) => Math.abs(name.length - given.length);
  return names.filter(isNear).sort((one, other) => distance(one) - distance(other))[0];
}

function nearestName(given: string, names: readonly string[]): string | undefined {
  const asked = plain(given);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const slips = slipsFrom(asked, plain(name));
    // Of two that are as near, the shorter one has less that was not typed.
    const isShorter = slips === fewest && name.length < (nearest?.length ?? 0);
    if (slips < fewest || isShorter) [nearest, fewest] = [name, slips];
  }
  return nearest;
}

// Many names share their first word, so it does not count as likeness.
function slipsFrom(asked: string, known: string): number {
  const first = known.slice(0, known.indexOf('_') + 1);
  const hasFirst = first !== '' && asked.startsWith(first);
  const word = hasFirst ? asked.slice(first.length) : asked;
  const slips = Math.min(
    slipsBetween(word, known.slice(first.length)),
    hasFirst ? Number.POSITIVE_INFINITY : slipsBetween(asked, known),
  );
  return slips <= Math.max(1, Math.floor(word.length / 3)) ? slips : Number.POSITIVE_INFINITY;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-\s.]/g, '_');
}

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
