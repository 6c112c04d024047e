import { attribute, collapse, filledAttribute } from '../../dom/nodes.js';
import { isField } from '../aria/control-value.js';

const TYPES_WORTH_SAYING = new Set(['color', 'date', 'datetime-local', 'file', 'month', 'time', 'week']);
const MAX_HINT = 60;

export function fieldHints(element: Element, name: string): string[] {
  if (!isField(element)) return [];
  const hints: string[] = [];
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (TYPES_WORTH_SAYING.has(type)) hints.push(`type=${type}`);
  const placeholder = filledAttribute(element, 'placeholder');
  if (placeholder && placeholder !== name && !element.value) hints.push(`placeholder=${JSON.stringify(placeholder)}`);
  return hints;
}

const ICONS = new Set(
  `add arrow back bell bookmark calendar cart chevron clear close collapse copy cut delete dislike down download edit
  expand favorite filter forward fullscreen gear hamburger heart help home info left like link list location lock login
  logout mail menu microphone minus mute next notification pause pen pencil phone play plus prev previous print profile
  redo refresh remove reply right save search send settings share sort star stop sync trash undo unlock up upload user
  volume x zoom`.split(/\s+/),
);
// An icon is near the surface of its control.
const MAX_SEARCHED = 4;

export function anonymousHint(element: Element): string[] {
  for (const name of ['href', 'name', 'data-testid', 'id']) {
    const value = filledAttribute(element, name);
    if (value && !(name === 'id' && GENERATED.test(value))) return [`${name}=${shortened(value, MAX_HINT)}`];
  }
  const parts = [element, ...[...element.querySelectorAll('*')].slice(0, MAX_SEARCHED)];
  const icon = parts.map(iconOf).find(Boolean);
  if (icon) return [`icon=${icon}`];
  const specific = parts.flatMap(classesOf).find((name) => name.split(/[-_]+/).some((word) => !PLAIN_WORDS.has(word)));
  const near = textNear(element);
  return [...(specific ? [`class=${specific}`] : []), ...(near ? [`near ${JSON.stringify(near)}`] : [])];
}

const GENERATED = /\d{3}|[:{}]/;
const PLAIN_WORDS = new Set(
  'a active anchor bg block border box btn button circle clickable color container d default fa fas far flex icon icons img inline item large lg link md mui primary rounded secondary sm small svg text toggle wrapper'.split(
    ' ',
  ),
);
const MAX_NEAR = 40;
const MAX_AROUND = 200;
const MAX_STEPS = 3;

function classesOf(element: Element): string[] {
  const names = attribute(element, 'class')?.toLowerCase().split(/\s+/) ?? [];
  return names.filter((name) => /^[a-z]{3,}(?:[-_]+[a-z]+)*$/.test(name) && name.length < MAX_NEAR);
}

function textNear(element: Element): string {
  let around = element.parentElement;
  for (
    let step = 0;
    around && around !== element.ownerDocument.body && step < MAX_STEPS;
    step++, around = around.parentElement
  ) {
    const text = wordsIn(around);
    // So much text is that of a whole part of the page, which begins far away.
    if (text) return text.length > MAX_AROUND ? '' : shortened(text, MAX_NEAR);
  }
  return '';
}

const NO_WORDS = 'script, style, template, noscript, button, select, textarea, [hidden]';

// Without what other controls are called.
function wordsIn(element: Element): string {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let words = '';
  for (let text = texts.nextNode(); text && words.length <= MAX_AROUND; text = texts.nextNode()) {
    if (!text.parentElement?.closest(NO_WORDS)) words = collapse(`${words} ${text.nodeValue ?? ''}`);
  }
  return words;
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

// `chevron-left` of `<svg class="lucide lucide-chevron-left">`.
function iconOf(element: Element): string {
  const names = ['data-icon', 'href', 'xlink:href', 'class'].flatMap(
    (name) => attribute(element, name)?.split(/[\s#]+/) ?? [],
  );
  const [best = []] = names
    .map((name) =>
      name
        .toLowerCase()
        .split(/[-_]+/)
        .filter((word) => ICONS.has(word)),
    )
    .sort((one, other) => other.length - one.length);
  return best.join('-');
}
