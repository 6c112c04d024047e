import { counted, type PageChanges, WHOLE_PAGE } from '@btcp/protocol';
import { type Difference, describeChanges } from './describe-changes.js';
import { type Line, plainLine, sizeOf } from './line.js';

/** `earlier` holds states that a closing menu may restore. */
export function changesBetween(
  before: readonly Line[],
  after: readonly Line[],
  maxSize: number,
  earlier: readonly (readonly Line[])[] = [],
): PageChanges | undefined {
  const old = before.map(withoutFocus);
  const now = after.map(withoutFocus);
  if (old.length === now.length && old.every(({ text }, index) => text === now[index]?.text)) return undefined;
  const difference = describeChanges(old, now);
  if (sizeOf(difference.shown) < sizeOf(now)) {
    const ref = changedValue(difference);
    return { kind: 'lines', ...cut(difference.shown, maxSize), ...(ref === undefined ? {} : { onlyValueOf: ref }) };
  }
  const since = sinceEarlier(earlier, now);
  if (since) return { kind: 'earlier', ...cut(since, maxSize) };
  return { kind: 'page', ...cut([plainLine(WHOLE_PAGE), ...now], maxSize) };
}

export function differsApartFrom(ref: string, before: readonly Line[], after: readonly Line[]): boolean {
  const others = (lines: readonly Line[]) => lines.filter(({ refs }) => !refs.includes(ref));
  return changesBetween(others(before), others(after), 0) !== undefined;
}

function changedValue({ added, removed }: Difference): string | undefined {
  const [now] = added;
  const [before] = removed;
  if (!now?.ref || !before || added.length + removed.length !== 2 || now.ref !== before.ref) return undefined;
  return headOf(now) === headOf(before) ? `@${now.ref}` : undefined;
}

function headOf({ text, headEnd }: Line): string {
  return text.slice(0, headEnd);
}

function cut(lines: readonly Line[], maxSize: number): Pick<PageChanges, 'text' | 'frames' | 'announced'> {
  let size = 0;
  const kept = lines.filter(({ text }) => {
    size += text.length + 1;
    return size <= maxSize;
  });
  const frames = kept.flatMap(({ isFrame, ref }) => (isFrame && ref ? `@${ref}` : []));
  const announced = [...new Set(kept.flatMap((line) => line.announced ?? []))];
  const left = lines.length - kept.length;
  const notice = left > 0 ? [`[${counted(left, 'more line')}: browser_snapshot shows the page]`] : [];
  const text = [...kept.map((line) => line.text), ...notice].join('\n');
  return { text, frames, ...(announced.length > 0 ? { announced } : {}) };
}

function sinceEarlier(earlier: readonly (readonly Line[])[], now: readonly Line[]): Line[] | undefined {
  const [nearest] = earlier
    .map((state) => describeChanges(state.map(withoutFocus), now).shown)
    .sort((one, other) => sizeOf(one) - sizeOf(other));
  if (!nearest || sizeOf(nearest) * 2 > sizeOf(now)) return undefined;
  const [, ...changes] = nearest;
  return [plainLine(`[page as before${changes.length > 0 ? ', except:' : ''}]`), ...changes];
}

function withoutFocus(line: Line): Line {
  return line.unfocused ?? line;
}
