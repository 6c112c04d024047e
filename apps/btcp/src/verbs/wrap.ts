/** The columns of the terminal; endless in a pipe, unless COLUMNS says otherwise. */
export function terminalWidth(): number {
  const { COLUMNS } = process.env;
  return Number(COLUMNS) || (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

/** Lines of a text that are at most this wide, with their margin. A longer word stays whole. */
export function wrapped(text: string, columns: number, margin = ''): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(margin + word);
  }
  return lines;
}

export function fitted(text: string): string {
  const columns = terminalWidth();
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : wrapped(line, columns)))
    .join('\n');
}
