// Pages may print anything that looks like a stack.
const MAX_STACK = 200_000;
const MAX_LINES = 300;
const MAX_FRAME = 4_000;

/** A place in a script, as stacks write it: lines and columns from 1. */
export interface Place {
  url: string;
  line: number;
  column: number;
}

/** Replaces the places in the lines of a stack; `locate` returns nothing for a place that stays as it is. */
export async function replacePlaces(
  text: string,
  locate: (place: Place) => Promise<string | undefined>,
): Promise<string> {
  if (text.length > MAX_STACK || !hasStack(text)) return text;
  const lines = text.split('\n');
  for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
    const frame = frameIn(line);
    const located = frame && (await locate(frame.place));
    if (frame && located !== undefined) lines[index] = frame.before + located + frame.after;
  }
  return lines.join('\n');
}

export function hasStack(text: string): boolean {
  return text.includes('\n    at ');
}

function frameIn(line: string): { before: string; place: Place; after: string } | undefined {
  if (line.length > MAX_FRAME || !line.trimStart().startsWith('at ')) return undefined;
  const isEnclosed = line.endsWith(')');
  const from = line.lastIndexOf(isEnclosed ? '(' : ' ') + 1;
  const [url, row, column] = splitPlace(line.slice(from, isEnclosed ? -1 : undefined));
  if (!url) return undefined;
  return {
    before: line.slice(0, from),
    place: { url, line: Number(row), column: Number(column) },
    after: isEnclosed ? ')' : '',
  };
}

function splitPlace(text: string): string[] {
  const column = text.lastIndexOf(':');
  const row = text.lastIndexOf(':', column - 1);
  const parts = [text.slice(0, Math.max(row, 0)), text.slice(row + 1, column), text.slice(column + 1)];
  return parts.slice(1).every((part) => /^\d{1,9}$/.test(part)) ? parts : [];
}
