// Models write `@e3`, `e3`, `ref=e3` and `[ref=e3]`; other tabs and frames add a prefix, as in `f2e3`.
const REF = /^(?:@|ref=|\[ref=)?(([a-z]\d+)?e[1-9]\d*)\]?$/;

/** A parsed ref. */
export interface ParsedRef {
  ref: string;
  /** The frame or tab, such as `f2`; empty for the first tab's main frame. */
  prefix: string;
}

/** Parses a ref in any spelling, or returns undefined for other text such as a CSS selector. */
export function parseRef(text: string): ParsedRef | undefined {
  const [, ref, prefix = ''] = REF.exec(text.trim()) ?? [];
  return ref === undefined ? undefined : { ref, prefix };
}
