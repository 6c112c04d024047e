export interface Waiting {
  session: string;
  user: string;
  /** When it began to wait, in milliseconds since 1970. */
  since: number;
}

/**
 * Returns the queue in the order in which slots are given: users who have fewer sessions come first, and nobody's
 * second session comes before the first one of another.
 */
export function inTurn(waiting: readonly Waiting[], held: ReadonlyMap<string, number>): Waiting[] {
  const counts = new Map(held);
  const byTime = [...waiting].sort((one, other) => one.since - other.since || (one.session < other.session ? -1 : 1));
  const ranked = byTime.map((each) => {
    const before = counts.get(each.user) ?? 0;
    counts.set(each.user, before + 1);
    return { each, before };
  });
  // A sort keeps the order of equals.
  return ranked.sort((one, other) => one.before - other.before).map(({ each }) => each);
}
