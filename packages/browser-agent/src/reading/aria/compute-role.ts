import { attribute, hasAttribute, isPlain } from '../../dom/nodes.js';
import { isFocusable } from './focusable.js';
import { hasAuthorName, implicitRole } from './implicit-role.js';
import type { Reading } from './reading.js';
import { GLOBAL_ARIA_ATTRIBUTES, KNOWN_ROLES, REQUIRED_CONTEXT, ROLE_SYNONYMS } from './role-names.js';

export function computeRole(reading: Reading, element: Element): string {
  if (isPlain(element)) return implicitRole(reading, element);
  const tokens = attribute(element, 'role');
  if (tokens) {
    for (const token of tokens.toLowerCase().split(/[ \t\n\r\f]+/)) {
      if (!KNOWN_ROLES.has(token)) continue;
      const role = ROLE_SYNONYMS[token] ?? token;
      if (isUsable(reading, element, role)) return role;
    }
  }
  const role = implicitRole(reading, element);
  return role === 'generic' && MINIMUM_ROLE_ATTRIBUTES.some((name) => hasAttribute(element, name)) ? 'group' : role;
}

const MINIMUM_ROLE_ATTRIBUTES = ['autofocus', 'draggable', 'popover'];

function isUsable(reading: Reading, element: Element, role: string): boolean {
  if (role === 'none' || role === 'generic') return !isExposed(element);
  if (role === 'rowgroup' && element.querySelector('[role~="row"]')) return true;
  if (role === 'region' || role === 'form') return hasAuthorName(element);
  const contexts = REQUIRED_CONTEXT[role];
  return contexts === undefined || contexts.has(reading.contextRole(element) ?? '');
}

// Presentational roles lose against anything that assistive technology needs.
function isExposed(element: Element): boolean {
  if (MINIMUM_ROLE_ATTRIBUTES.some((name) => hasAttribute(element, name))) return true;
  return isFocusable(element) || GLOBAL_ARIA_ATTRIBUTES.some((name) => hasAttribute(element, name));
}
