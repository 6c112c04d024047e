import { rootsWithin } from '../../dom/flat-tree.js';
import { isHtmlElement } from '../../dom/tags.js';
import { Reading } from '../aria/reading.js';

const SEMANTIC = /^\s*(text|role|label|placeholder|alt|title|testid)\s*=\s*([\s\S]+)$/i;
const FIELDS = 'input, textarea, select, button, meter, output, progress, [contenteditable], [role]';
const UNREADABLE = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);

/** Returns the elements that `text=Save`, `role=button[name="Save"]`, `label=…` and the like mean; undefined for CSS. */
export function semanticMatches(document: Document, selector: string): Element[] | undefined {
  const [, kind, value] = SEMANTIC.exec(selector) ?? [];
  if (kind === undefined || value === undefined) return undefined;
  const roots = [...rootsWithin(document)];
  const all = (css: string) => roots.flatMap((root) => [...root.querySelectorAll(css)]);
  const reading = new Reading(document);
  switch (kind.toLowerCase()) {
    case 'text': {
      const isMeant = matcher(value);
      const buttons = all('input[type=submit], input[type=button], input[type=reset]') as HTMLInputElement[];
      const rough = matcher(unquoted(value));
      return [
        ...roots.flatMap((root) => innermost(root, isMeant, rough)),
        ...buttons.filter((each) => isMeant(each.value)),
      ];
    }
    case 'role':
      return byRole(all('*'), reading, value);
    case 'label': {
      const isMeant = matcher(value);
      return all(FIELDS).filter((element) => isMeant(reading.name(element, reading.role(element))));
    }
    case 'testid':
      return all(
        ['data-testid', 'data-test-id', 'data-test'].map((name) => `[${name}=${quote(unquoted(value))}]`).join(),
      );
    default: {
      const isMeant = matcher(value);
      return all(`[${kind}]`).filter((element) => isMeant(element.getAttribute(kind) ?? ''));
    }
  }
}

// Quoted text is matched as a whole, other text as a part of what there is in any case.
function matcher(value: string): (text: string) => boolean {
  const wanted = tidy(unquoted(value));
  if (/^(["']).*\1$/s.test(value.trim())) return (text) => tidy(text) === wanted;
  const lower = wanted.toLowerCase();
  return (text) => tidy(text).toLowerCase().includes(lower);
}

function byRole(elements: Element[], reading: Reading, value: string): Element[] {
  const [, role = '', name] = /^([\w-]+)(?:\s*\[\s*name\s*=([\s\S]+)\])?$/.exec(value.trim()) ?? [];
  const isMeant = name === undefined ? () => true : matcher(name.trim());
  const wanted = role.toLowerCase();
  return elements.filter((element) => {
    const own = reading.role(element);
    return own === wanted && isMeant(reading.name(element, own));
  });
}

// The elements that say it, without those around them; only what has the words at all is looked at more closely.
function innermost(
  root: ParentNode,
  isMeant: (text: string) => boolean,
  isPossible: (text: string) => boolean,
): Element[] {
  return [...root.children].flatMap((element) => {
    if (UNREADABLE.has(element.localName) || !isPossible(element.textContent ?? '')) return [];
    const inside = innermost(element, isMeant, isPossible);
    return inside.length > 0 || !isMeant(shownText(element)) ? inside : [element];
  });
}

// Without shadow roots, which are searched on their own.
function shownText(element: Element): string {
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText knows what is rendered.
  return isHtmlElement(element) ? element.innerText : (element.textContent ?? '');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])([\s\S]*)\1$/, '$2');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
