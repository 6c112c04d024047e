import { referencedElements } from '../../dom/nodes.js';
import { isTag } from '../../dom/tags.js';

export function restOfName(element: Element, refOf: (source: Element) => string): string {
  const sources = [...referencedElements(element, 'aria-labelledby'), element, ...labelsOf(element)];
  const longest = sources.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), element);
  return lengthOf(longest) < (element.getAttribute('aria-label')?.length ?? 0)
    ? `get the attribute aria-label of @${refOf(element)}`
    : `get the text of @${refOf(longest)}`;
}

function labelsOf(element: Element): Element[] {
  return isTag(element, 'input', 'select', 'textarea', 'button', 'meter', 'progress', 'output')
    ? [...(element.labels ?? [])]
    : [];
}

function lengthOf(element: Element): number {
  return element.textContent?.length ?? 0;
}
