/** The most characters that are looked at before other work of the process gets its turn. */
export const PIECE = 65_536;
const REACH = 8_192;

const NEWLINE = 10;
// Space, comma, semicolon, closing brace: what is hidden rarely goes across them.
const SEPARATORS = new Set([32, 44, 59, 125]);

/** Where the piece of a text ends that begins at `start`: at the end of a line where there is one. */
export function endOfPiece(text: string, start: number): number {
  const limit = start + PIECE;
  if (limit >= text.length) return text.length;
  const line = lastIndex(text, limit, (unit) => unit === NEWLINE);
  if (line !== undefined) return line;
  // The digits of a card have spaces between them.
  const word = lastIndex(text, limit, (unit, before) => SEPARATORS.has(unit) && (before < 48 || before > 57));
  return word ?? limit;
}

function lastIndex(text: string, limit: number, isEnd: (unit: number, before: number) => boolean): number | undefined {
  for (let index = limit; index > limit - REACH; index--) {
    if (isEnd(text.charCodeAt(index - 1), text.charCodeAt(index - 2))) return index;
  }
  return undefined;
}
