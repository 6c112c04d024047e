/** Joins as many whole lines as fit; the last line then says what was left out. */
export function cutAtLine(lines: readonly string[], maxSize: number): { text: string; truncated: boolean } {
  let size = 0;
  const kept = lines.findIndex((line) => {
    size += line.length + 1;
    return size > maxSize;
  });
  if (kept === -1) return { text: lines.join('\n'), truncated: false };
  const notice = `[${lines.length - kept} of ${lines.length} lines left out: raise maxSize, or scope with selector]`;
  return { text: [...lines.slice(0, kept), notice].join('\n'), truncated: true };
}
