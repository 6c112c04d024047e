import { Reading } from './reading.js';
import { CONTROL_ROLES } from './role-names.js';

/** The role of an element, or undefined for one that only wraps others. */
export function roleOf(element: Element): string | undefined {
  const role = new Reading(element).role(element);
  return role === 'generic' || role === 'none' ? undefined : role;
}

/** Whether a role is something that a person can operate. */
export function isControl(role: string): boolean {
  return CONTROL_ROLES.has(role);
}
