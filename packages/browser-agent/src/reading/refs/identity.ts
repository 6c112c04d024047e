import { attribute, flatParent } from '../../dom/nodes.js';

// Positions (data-index) do not identify anything: they shift when something is removed.
const IDENTIFYING = /^(?:id|href|name|for|onclick|data-(?:.*-)?(?:id|key|uid|uuid|name|value))$/;
const TELLING_AROUND = ['id', 'data-id', 'data-key'];
const MAX_AROUND = 3;

/** The attributes by which a page distinguishes an element from others that look the same. */
export function identityOf(element: Element): string {
  const parts: string[] = [];
  for (const name of element.getAttributeNames()) {
    if (IDENTIFYING.test(name) || (name === 'value' && isChoice(element)))
      parts.push(`${name}=${attribute(element, name)}`);
  }
  let around = flatParent(element);
  for (let level = 1; around && level <= MAX_AROUND; level++) {
    for (const name of TELLING_AROUND) {
      const value = attribute(around, name);
      if (value !== null) parts.push(`${level}.${name}=${value}`);
    }
    around = flatParent(around);
  }
  return parts.join('\n');
}

// The value of a text field is what it holds, not what it is.
function isChoice(element: Element): boolean {
  return (
    !/^(?:input|textarea)$/.test(element.localName) || /^(?:radio|checkbox)$/.test(attribute(element, 'type') ?? '')
  );
}
