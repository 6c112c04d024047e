import { attribute } from '../../dom/nodes.js';
import type { Reading } from './reading.js';
import type { PseudoElement } from './style-survey.js';

const PIECE =
  /url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)|"((?:[^"\\]|\\.)*)"|(counters?)\(([^)]*)\)|attr\(\s*([-\w]+)[^)]*\)|(open-quote)|(close-quote)|(\/)/g;

export function generatedText(reading: Reading, element: Element, pseudo: PseudoElement): string {
  if (!reading.mayHaveGeneratedText(element, pseudo)) return '';
  const style = element.ownerDocument.defaultView?.getComputedStyle(element, pseudo);
  // Read first: `content` decides for nearly every element, and each property read is slow.
  const content = style?.content;
  if (!style || !content || content === 'none' || content === 'normal') return '';
  const { display } = style;
  if (display === 'none' || style.visibility === 'hidden') return '';
  const text = readContent(reading, element, pseudo, content);
  return display.startsWith('inline') ? text : ` ${text} `;
}

function readContent(reading: Reading, element: Element, pseudo: string, content: string): string {
  let text = '';
  for (const match of content.matchAll(PIECE)) {
    const [, string, counter, parameters = '', name, open, close, slash] = match;
    // Text after a slash is the alternative text and replaces the rest.
    if (slash) return ` ${readContent(reading, element, pseudo, content.slice(match.index + 1))} `;
    if (string !== undefined) text += resolveEscapes(string);
    else if (counter) text += counterText(reading, element, pseudo, counter, parameters);
    else if (name) text += attribute(element, name) ?? '';
    else if (open) text += '“';
    else if (close) text += '”';
  }
  return text.replace(/[\uE000-\uF8FF]/g, '');
}

function resolveEscapes(text: string): string {
  return text.replace(/\\(?:([0-9a-fA-F]{1,6})\s?|(.))/g, (_, code: string | undefined, character: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
}

function counterText(reading: Reading, element: Element, pseudo: string, kind: string, parameters: string): string {
  const [name = '', ...rest] = parameters.split(',').map((part) => part.trim());
  const separator = kind === 'counters' ? (rest.shift() ?? '').replace(/^"|"$/g, '') : '';
  const style = rest[0] ?? 'decimal';
  const values = reading.counter(element, pseudo, name);
  const shown = kind === 'counters' ? values : values.slice(-1);
  return (shown.length > 0 ? shown : [0]).map((value) => numeral(value, style)).join(separator);
}

function numeral(value: number, style: string): string {
  switch (style) {
    case 'none':
      return '';
    case 'disc':
      return '•';
    case 'decimal-leading-zero':
      return String(value).padStart(2, '0');
    case 'lower-alpha':
    case 'lower-latin':
      return letters(value);
    case 'upper-alpha':
    case 'upper-latin':
      return letters(value).toUpperCase();
    case 'lower-roman':
      return roman(value);
    case 'upper-roman':
      return roman(value).toUpperCase();
    default:
      return String(value);
  }
}

function letters(value: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text || String(value);
}

const ROMAN: readonly (readonly [string, number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function roman(value: number): string {
  if (value <= 0 || value >= 4000) return String(value);
  let rest = value;
  let text = '';
  for (const [sign, amount] of ROMAN) {
    for (; rest >= amount; rest -= amount) text += sign;
  }
  return text;
}
