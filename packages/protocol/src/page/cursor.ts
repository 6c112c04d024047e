import { BtcpError } from '../errors/btcp-error.js';

const CURSOR = /^(\d+)-([a-z0-9]+)-([a-z0-9]+)(?:-([a-z]\d+))?$/;
// So many pieces before the cursor find the place again on a page that has changed.
const TAIL = 3;

/** Where a reading continues. */
export interface Resumption {
  at: number;
  /** `before`: the page changed above, and the place was found again; `lost`: it was not. */
  changed?: 'before' | 'lost';
}

/** Names a place between the pieces of a text; a frame adds its prefix. */
export function cursorAt(pieces: readonly string[], at: number, prefix = ''): string {
  return [at, hashOf(pieces, 0, at), hashOf(pieces, at - TAIL, at), ...(prefix ? [prefix] : [])].join('-');
}

/** The frame whose text a cursor is for; empty for the main frame. */
export function framePrefixOf(cursor: string): string {
  return CURSOR.exec(cursor)?.[4] ?? '';
}

/** Finds the place of a cursor in pieces that may have changed since. */
export function resumeAt(pieces: readonly string[], cursor: string): Resumption {
  const [, number, above, tail] = CURSOR.exec(cursor.trim()) ?? [];
  if (number === undefined) {
    throw new BtcpError('invalid_input', `${JSON.stringify(cursor)} is not a cursor.`, {
      hint: 'Use the cursor of the last answer as it is, or none to begin at the top.',
    });
  }
  const at = Number(number);
  if (at <= pieces.length && hashOf(pieces, 0, at) === above) return { at };
  const places = Array.from({ length: pieces.length + 1 }, (_, place) => place).filter(
    (place) => place >= Math.min(at, TAIL) && hashOf(pieces, place - TAIL, place) === tail,
  );
  const [place] = places;
  if (place !== undefined && places.length === 1) return { at: place, changed: 'before' };
  return { at: Math.min(at, pieces.length), changed: 'lost' };
}

/** Says what a change of the page means for who reads on; empty if nothing changed. */
export function resumptionNote({ changed }: Resumption): string {
  if (changed === 'before') return 'The page changed above this part; this part follows the end of the last one.';
  if (changed === 'lost') {
    return 'The page changed since the last part, so text may be missing or repeated here. Read it again without a cursor to be sure.';
  }
  return '';
}

function hashOf(pieces: readonly string[], from: number, to: number): string {
  let hash = 0x811c9dc5;
  for (let index = Math.max(0, from); index < to; index++) {
    const piece = pieces[index] ?? '';
    for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
