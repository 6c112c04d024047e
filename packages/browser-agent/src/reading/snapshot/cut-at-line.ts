import { type Line, plainLine, sizeOf } from './line.js';

const NOTICE_SIZE = 300;

export interface Part {
  label: string;
  ref: string;
  /** In characters, with all that is in it. */
  size: number;
}

export function cutAtLine(
  lines: readonly Line[],
  maxSize: number,
  parts: (left: readonly Line[]) => Part[],
  cursorAfter: (kept: number) => string | undefined = () => undefined,
  minKept = 0,
): { lines: readonly Line[]; truncated: boolean; cursor?: string } {
  if (sizeOf(lines) - 1 <= maxSize) return { lines, truncated: false };
  const budget = Math.max(0, maxSize - NOTICE_SIZE);
  let size = 0;
  let kept = 0;
  for (const { text } of lines) {
    size += text.length + 1;
    if (size > budget && kept >= minKept) break;
    kept++;
  }
  const left = lines.slice(kept);
  const named = parts(left);
  const list = named.map(
    ({ label, ref, size }, index) => `${label} @${ref}${index === 0 ? ` (${size} characters)` : ''}`,
  );
  const next = named.length > 0 ? ` Next: ${list.join(', ')}.` : '';
  const cursor = cursorAfter(kept);
  const ways = [
    cursor && `continue with cursor "${cursor}"`,
    named.length > 0 && 'read a part with selector',
    `raise maxSize (${maxSize})`,
  ].filter(Boolean);
  const how = ways.join(', or ');
  const extent = `${lines.length - kept} of ${lines.length} lines left out (${sizeOf(left)} characters)`;
  const notice = `[cut: ${extent}.${next} ${how.charAt(0).toUpperCase()}${how.slice(1)}.]`;
  const last = { ...plainLine(notice), refs: named.map(({ ref }) => ref) };
  return { lines: [...lines.slice(0, kept), last], truncated: true, ...(cursor ? { cursor } : {}) };
}
