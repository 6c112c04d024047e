export interface Waiting {
  session: string;
  user: string;
  since: number;
}

/** Orders the queue: users with fewer sessions first, and nobody's second session before another's first. */
export function inTurn(waiting: readonly Waiting[], held: ReadonlyMap<string, number>): Waiting[] {
  const counts = new Map(held);
  const byTime = [...waiting].sort((one, other) => one.since - other.since || (one.session < other.session ? -1 : 1));
  const ranked = byTime.map((each) => {
    const before = counts.get(each.user) ?? 0;
    counts.set(each.user, before + 1);
    return { each, before };
  });
  return ranked.sort((one, other) => one.before - other.before).map(({ each }) => each);
}
