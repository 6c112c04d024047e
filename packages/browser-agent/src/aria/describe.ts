import { nameOf } from './name.js';
import { roleOf } from './role.js';

/** How messages call an element: `button "Save"`, or its tag when it has no role. */
export function describe(element: Element): string {
  const role = roleOf(element);
  if (role === undefined) return element.id ? `${element.localName}#${element.id}` : element.localName;
  const name = nameOf(element, role);
  return name ? `${role} ${JSON.stringify(name)}` : role;
}
