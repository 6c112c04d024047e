export interface Line {
  depth: number;
  text: string;
  /** `text` for a run of text; empty for a note. */
  role: string;
  name: string;
  ref: string | undefined;
  refs: readonly string[];
  /** Length of the text before the value: role, name, states and ref. */
  headEnd: number;
  isFrame: boolean;
  /** Texts of live regions that the line shows, of those that have just announced something. */
  announced?: readonly string[];
  unfocused: Line | undefined;
}

const MAX_LABEL = 50;
export const INDENT = '  ';
const NO_REFS: readonly string[] = [];

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

export function lineLabel({ role, name }: Line): string {
  const label = role && name ? `${role} ${JSON.stringify(name)}` : role || name;
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
}

export function withoutIndent({ depth, text }: Line): string {
  return text.slice(depth * INDENT.length + 2);
}

export function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((size, { text }) => size + text.length + 1, 0);
}
