import { terminalWidth, wrapped } from './wrap.js';

const GAP = '  ';
// Narrower texts are hard to read: they go below their word.
const MIN_TEXT_WIDTH = 30;
const BELOW = ' '.repeat(6);

/** Rows of a word and a text. On a terminal, texts keep to its width. */
export function table(rows: readonly [string, string][], indent = GAP): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  const columns = terminalWidth();
  const margin = ' '.repeat(indent.length + width + GAP.length);
  const isBelow = columns - margin.length < MIN_TEXT_WIDTH;
  return rows
    .map(([first, second]) => {
      if (isBelow) return [`${indent}${first}`, ...wrapped(second, columns, BELOW)].join('\n');
      const [start = '', ...more] = wrapped(second, columns, margin);
      return [`${indent}${first.padEnd(width)}${GAP}${start.trimStart()}`.trimEnd(), ...more].join('\n');
    })
    .join('\n');
}
