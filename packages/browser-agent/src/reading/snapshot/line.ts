/** One line of a snapshot: its text, and what it says as data. */
export interface Line {
  depth: number;
  /** With indent and dash. */
  text: string;
  /** `text` for a run of text; empty for a note of ours. */
  role: string;
  /** Of a note, its words. */
  name: string;
  /** The ref of the element that the line shows, without a sign. */
  ref: string | undefined;
  refs: readonly string[];
  /** How much of the text comes before the value: role, name, states and ref. */
  headEnd: number;
  /** An iframe whose content this document may not read. */
  isFrame: boolean;
  /** The same line without the mark of the focus, where it has one. */
  unfocused: Line | undefined;
}

const MAX_LABEL = 50;
export const INDENT = '  ';
const NO_REFS: readonly string[] = [];

/** A line of ours: a header, a note or a change. */
export function plainLine(text: string): Line {
  return {
    depth: 0,
    text,
    role: '',
    name: text,
    ref: undefined,
    refs: NO_REFS,
    headEnd: 0,
    isFrame: false,
    unfocused: undefined,
  };
}

/** A line in a few words: `list "Results"`. */
export function lineLabel({ role, name }: Line): string {
  const label = role && name ? `${role} ${JSON.stringify(name)}` : role || name;
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
}

/** The line as a list of matches shows it. */
export function withoutIndent({ depth, text }: Line): string {
  return text.slice(depth * INDENT.length + 2);
}

export function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((size, { text }) => size + text.length + 1, 0);
}
