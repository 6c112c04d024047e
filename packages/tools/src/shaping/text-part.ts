import { cursorAt, DEFAULT_SNAPSHOT_SIZE, resumeAt, resumptionNote } from '@btcp/protocol';

// A longer line is cut between words.
const MAX_PIECE = 2_000;

export interface TextPart {
  text: string;
  cursor?: string;
  note?: string;
}

/** As much of a text as a snapshot may have, and how to read on. */
export function textPart(
  whole: string,
  cursor: string | undefined,
  otherNotes: readonly (string | false)[] = [],
  maxSize = DEFAULT_SNAPSHOT_SIZE,
): TextPart {
  const pieces = piecesOf(whole);
  const resumption = cursor === undefined ? { at: 0 } : resumeAt(pieces, cursor);
  let end = resumption.at;
  let size = 0;
  for (let piece = pieces[end]; piece !== undefined && size + piece.length <= maxSize; piece = pieces[end]) {
    size += piece.length;
    end++;
  }
  const left = pieces.slice(end).reduce((sum, piece) => sum + piece.length, 0);
  const next = left > 0 ? cursorAt(pieces, end) : undefined;
  const note = [
    resumptionNote(resumption),
    ...otherNotes,
    next && `Cut: ${left} of ${whole.length} characters are left. Continue with cursor "${next}".`,
  ];
  const notes = note.filter(Boolean).join(' ');
  return {
    text: pieces.slice(resumption.at, end).join(''),
    ...(next ? { cursor: next } : {}),
    ...(notes ? { note: notes } : {}),
  };
}

function piecesOf(text: string): string[] {
  return text.split(/(?<=\n)/).flatMap((line) => {
    const pieces: string[] = [];
    let rest = line;
    while (rest.length > MAX_PIECE) {
      const space = rest.lastIndexOf(' ', MAX_PIECE) + 1;
      const length = space > 0 ? space : MAX_PIECE;
      pieces.push(rest.slice(0, length));
      rest = rest.slice(length);
    }
    return [...pieces, rest];
  });
}
