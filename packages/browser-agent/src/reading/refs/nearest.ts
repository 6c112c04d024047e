import { rootsWithin } from '../../dom/flat-tree.js';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role], [tabindex], [contenteditable]';
const MAX_SEARCHED = 1000;
const MAX_SUGGESTED = 4;
const MIN_LIKENESS = 0.4;

export function nearestElements(document: Document, selector: string): Element[] {
  const wanted = wordsOf(selector);
  return controlsIn(document)
    .map((element) => ({ element, score: likeness(wanted, wordsOf(textOf(element))) }))
    .filter(({ score }) => score >= MIN_LIKENESS)
    .sort((one, other) => other.score - one.score)
    .map(({ element }) => element)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .slice(0, MAX_SUGGESTED);
}

export function controlsIn(whole: Document | Element): Element[] {
  const roots = 'documentElement' in whole ? [...rootsWithin(whole)] : [whole];
  return roots.flatMap((root) => [...root.querySelectorAll(CONTROLS)]).slice(0, MAX_SEARCHED);
}

function textOf(element: Element): string {
  const values = [...element.attributes].filter(({ name }) => name !== 'style').map(({ value }) => value.slice(0, 100));
  return [element.localName, ...values, (element.textContent ?? '').slice(0, 100)].join(' ');
}

function wordsOf(text: string): string[] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}/gu);
  return [...new Set(words)];
}

function likeness(wanted: string[], found: string[]): number {
  return wanted.reduce((sum, word) => {
    const best = Math.max(0, ...found.map((other) => commonPairs(word, other)));
    return sum + (best >= MIN_LIKENESS ? best : 0);
  }, 0);
}

function commonPairs(one: string, other: string): number {
  if (one === other) return 1;
  const pairs = pairsOf(one);
  const shared = pairsOf(other).filter((pair) => pairs.includes(pair)).length;
  return (2 * shared) / (one.length - 1 + other.length - 1);
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}
