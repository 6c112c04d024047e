import { attribute, collapse, filledAttribute, hasAttribute } from '../../dom/nodes.js';
import type { Reading } from '../aria/reading.js';
import { containsWords } from './tree-node.js';

/** Words around the text of an inline element, for what a reader sees and plain text does not say. */
export interface InlineMarks {
  before: string;
  after: string;
}

const MARKED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    del: 'deletion',
    ins: 'insertion',
    s: 'deletion',
    strike: 'deletion',
    sub: 'subscript',
    sup: 'superscript',
  }),
);
const PAIRS: ReadonlyMap<string, string> = new Map(Object.entries({ deletion: '~~', insertion: '++' }));
const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries({ subscript: '_', superscript: '^' }));
const CONTROLS = 'a, button, input, select, textarea, img, svg, [role]';
const MAX_TEXT = 200;

/** `~~$20~~` and `++$15++`, `x^2` and `H_2O`, `WWW (World Wide Web)`, `★★ (2 of 5)`. */
export function inlineMarks(
  reading: Reading,
  element: Element,
  tag: string,
  isPlain: boolean,
): InlineMarks | undefined {
  const label = isPlain ? undefined : labelBeside(reading, element, tag);
  if (label) return { before: '', after: label };
  const kind = MARKED.get(tag) ?? (isPlain ? undefined : (attribute(element, 'role') ?? undefined));
  const pair = kind && PAIRS.get(kind);
  const sign = kind && SIGNS.get(kind);
  if (!pair && !sign) return undefined;
  const text = collapse(element.textContent ?? '');
  if (text === '' || text.length > MAX_TEXT || element.querySelector(CONTROLS)) return undefined;
  if (pair) return { before: pair, after: pair };
  // The ends of 1st and Mme are written high, and read as they are.
  if (!sign || /^\p{L}{1,3}$/u.test(text)) return undefined;
  return /^[\p{L}\p{N}+−-]+$/u.test(text) ? { before: sign, after: '' } : { before: `${sign}(`, after: ')' };
}

function labelBeside(reading: Reading, element: Element, tag: string): string | undefined {
  const isNamed = hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby');
  const label = isNamed ? reading.name(element) : tag === 'abbr' ? filledAttribute(element, 'title') : undefined;
  if (!label) return undefined;
  const text = collapse(element.textContent ?? '');
  if (text === '') return label;
  return containsWords(text, label) ? undefined : ` (${label})`;
}
