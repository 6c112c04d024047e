import { type Line, plainLine, sizeOf } from './line.js';

const NOTICE_SIZE = 300;

export interface Part {
  label: string;
  ref: string;
}

export function cutAtLine(
  lines: readonly Line[],
  maxSize: number,
  parts: (left: readonly Line[]) => Part[],
): { lines: readonly Line[]; truncated: boolean } {
  if (sizeOf(lines) - 1 <= maxSize) return { lines, truncated: false };
  const budget = Math.max(0, maxSize - NOTICE_SIZE);
  let size = 0;
  let kept = 0;
  for (const { text } of lines) {
    size += text.length + 1;
    if (size > budget) break;
    kept++;
  }
  const named = parts(lines.slice(kept));
  const list = named.map(({ label, ref }) => `${label} @${ref}`).join(', ');
  const also = named.length > 0 ? ` Left out: ${list}. Read one with selector, or` : ' To see more,';
  const notice = `[cut: ${lines.length - kept} of ${lines.length} lines left out.${also} raise maxSize (${maxSize}).]`;
  const last = { ...plainLine(notice), refs: named.map(({ ref }) => ref) };
  return { lines: [...lines.slice(0, kept), last], truncated: true };
}
