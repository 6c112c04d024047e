import { collapse, flatParent, isText } from '../../dom/nodes.js';
import { isHtmlElement } from '../../dom/tags.js';
import { Reading } from '../aria/reading.js';
import type { Unseen } from '../aria/unseen.js';
import { hiddenMark } from './hidden-mark.js';

// Asking each of a few elements is faster than reading all style sheets first.
const MAX_ASKED = 200;
const MAX_PARTS = 2_000;

export function markHidden(text: string, root: Element): string {
  const reading = new Reading(root, root.getElementsByTagName('*').length > MAX_ASKED);
  const around = unseenAround(reading, root);
  if (around === 'gone' || around === 'cut') return hiddenMark(text);
  let marked = '';
  let rest = text;
  const missing: string[] = [];
  for (const words of unseenWords(reading, root, around).slice(0, MAX_PARTS)) {
    const at = rest.indexOf(words);
    if (at < 0) missing.push(words);
    else {
      marked += rest.slice(0, at) + hiddenMark(words);
      rest = rest.slice(at + words.length);
    }
  }
  // Words that are set otherwise in the text, such as a table in Markdown.
  return [marked + rest, ...missing.map((words) => `(hidden above: ${words})`)].join('\n');
}

function unseenAround(reading: Reading, root: Element): Unseen {
  const outer = [root];
  for (let parent = flatParent(root); parent; parent = flatParent(parent)) outer.unshift(parent);
  return outer.reduce<Unseen>((above, parent) => reading.unseen(parent, above), '');
}

function unseenWords(reading: Reading, root: Element, around: Unseen): string[] {
  const known = new Map<Element, Unseen>([[root, around]]);
  const words: string[] = around === 'own' ? ownWords(root) : [];
  for (const element of root.querySelectorAll('*')) {
    const above = known.get(element.parentElement ?? root) ?? '';
    const unseen = reading.unseen(element, above);
    if (unseen !== '') known.set(element, unseen);
    if (unseen === 'own') words.push(...ownWords(element));
    else if (unseen !== '' && unseen !== above && above !== 'gone') words.push(...allWords(element));
  }
  return words.filter((each) => each !== '');
}

function ownWords(element: Element): string[] {
  return [...element.childNodes].filter(isText).map(({ data }) => collapse(data));
}

function allWords(element: Element): string[] {
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText knows what is rendered.
  return isHtmlElement(element) ? [element.innerText.trim()] : [];
}
