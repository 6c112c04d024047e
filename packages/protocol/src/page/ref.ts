// Models write `@e3`, `e3`, `ref=e3` and `[ref=e3]`; other tabs and frames add a prefix, as in `f2e3`.
const NAME = /((?:([a-z]\d+))?([a-z]{0,3})e([1-9]\d*))/;
const REF = new RegExp(`^(?:@|ref=|\\[ref=)?${NAME.source}\\]?$`);
const MENTION = new RegExp(`@${NAME.source}\\b`, 'g');
const LETTERS = 26;
const FIRST_LETTER = 97;

/** A parsed ref. */
export interface ParsedRef {
  ref: string;
  /** The frame or tab, such as `f2`; empty for the first tab's main frame. */
  prefix: string;
  /** 0 for the first document of the frame that gave refs, 1 for the next. */
  document: number;
  number: number;
}

/** Parses a ref in any spelling, or returns undefined for other text such as a CSS selector. */
export function parseRef(text: string): ParsedRef | undefined {
  const [, ref, prefix = '', mark = '', number] = REF.exec(text.trim()) ?? [];
  return ref === undefined ? undefined : { ref, prefix, document: documentOf(mark), number: Number(number) };
}

/** Replaces the refs in a text for a person, for example to colour them. */
export function replaceRefs(text: string, replace: (ref: string) => string): string {
  return text.replaceAll(MENTION, replace);
}

/** Letters before the `e` distinguish the documents of a frame: none, `a` to `z`, `aa` and so on. */
export function documentMark(document: number): string {
  let mark = '';
  for (let rest = document; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    mark = String.fromCharCode(FIRST_LETTER + ((rest - 1) % LETTERS)) + mark;
  }
  return mark;
}

function documentOf(mark: string): number {
  return [...mark].reduce((sum, letter) => sum * LETTERS + (letter.charCodeAt(0) - FIRST_LETTER + 1), 0);
}
