/** A changed line: where it was or is now, all that it says of its element but the value, and the ref. */
const CHANGED = /^[-+] (.*\[ref=([a-z0-9]+)\])/;

interface Acted {
  ref: string;
  value?: string | undefined;
  selected?: string[] | undefined;
}

/** The effects without the changes, where those are only that the element holds what the result says of it anyway. */
export function newsIn<E extends { changes?: string | undefined }>(acted: Acted, effects: E): E | Omit<E, 'changes'> {
  if (!isToldAlready(acted, effects.changes ?? '')) return effects;
  const { changes: _, ...news } = effects;
  return news;
}

/** Anything more that its line says, such as that it is invalid, is news. */
function isToldAlready({ ref, value, selected }: Acted, changes: string): boolean {
  const lines = changes.split('\n').filter((line) => /^[-+] /.test(line));
  if (lines.length !== 2 || (value === undefined && !selected)) return false;
  const [before, after] = lines.map((line) => CHANGED.exec(line));
  return before?.[1] === after?.[1] && `@${after?.[2]}` === ref;
}
