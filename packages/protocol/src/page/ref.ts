/** `@e3`, `e3`, `ref=e3` and `[ref=e3]` name the same element; refs of other tabs and frames have a prefix, as in `f2e3`. */
const REF = /^(?:@|ref=|\[ref=)?(([a-z]\d+)?e[1-9]\d*)\]?$/;

/** A ref in any spelling, taken apart. */
export interface ParsedRef {
  /** Without a sign: `f2e3`. */
  ref: string;
  /** The frame or tab that it belongs to, such as `f2`; empty for the first tab's main frame. */
  prefix: string;
}

/** Undefined for text that is not a ref, such as a CSS selector. */
export function parseRef(text: string): ParsedRef | undefined {
  const [, ref, prefix = ''] = REF.exec(text.trim()) ?? [];
  return ref === undefined ? undefined : { ref, prefix };
}
