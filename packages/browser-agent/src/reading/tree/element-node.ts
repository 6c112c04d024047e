import { attribute, hasAttribute } from '../../dom/nodes.js';
import { nameByText } from '../aria/compute-name.js';
import { controlValue, isSelect } from '../aria/control-value.js';
import { isEditingHost } from '../aria/focusable.js';
import { hasAriaName, implicitRole } from '../aria/implicit-role.js';
import type { Reading } from '../aria/reading.js';
import { CONTROL_ROLES, LIVE_ROLES } from '../aria/role-names.js';
import { statesOf } from '../aria/states.js';
import { type ClickContext, type ClickReason, clickReason } from './clickable.js';
import { fieldHints } from './hints.js';
import { CELL_ROLES, TRANSPARENT_ROLES } from './page-part.js';
import { labelledControl } from './text-in-names.js';
import type { TreeNode } from './tree-node.js';

const NAMED_BY_ATTRIBUTES = new Set('article aside dd dl dt footer header li main nav ol section td tr ul'.split(' '));

export function elementNode(
  reading: Reading,
  element: Element,
  tag: string,
  context: ClickContext,
): TreeNode | undefined {
  const { isPlain } = context;
  const standsFor = tag === 'label' ? labelledControl(reading, element) : undefined;
  if (standsFor) return controlNode(reading, element, reading.role(standsFor), standsFor);
  // Computing the role of a tag is faster than a cache.
  const role = isPlain ? implicitRole(reading, element, tag) : roleAsWritten(reading, element);
  if (CONTROL_ROLES.has(role)) {
    if (!reading.isVisible(element)) return undefined;
    const name = isPlain ? nameByText(reading, element, tag) : undefined;
    return controlNode(reading, element, role, element, isPlain, name);
  }
  const found = clickReason(element, tag, context);
  const reason = found && reading.isVisible(element) ? found : undefined;
  if (reason && isEditingHost(element)) return controlNode(reading, element, 'textbox', element);
  if (!TRANSPARENT_ROLES.has(role)) return partNode(reading, element, tag, role, reason, isPlain);
  if (reason) return { ...makeNode(element, element, 'clickable', authorName(reading, element), true), reason };
  if (isPlain) return undefined;
  if (isLive(element, role)) return makeNode(element, element, 'status', authorName(reading, element), false);
  return context.insideControl ? undefined : namedPart(reading, element, role);
}

// Inline parts show their names in the text.
function namedPart(reading: Reading, element: Element, role: string): TreeNode | undefined {
  if (!hasAriaName(element) || reading.style(element)?.display.startsWith('inline')) return undefined;
  const name = reading.name(element);
  return name ? makeNode(element, element, role === 'none' ? 'generic' : role, name, false) : undefined;
}

// A control out of place, such as an option without a listbox, keeps the role of its author.
function roleAsWritten(reading: Reading, element: Element): string {
  const written = attribute(element, 'role')?.trim().toLowerCase();
  return written && CONTROL_ROLES.has(written) ? written : reading.role(element);
}

function controlNode(
  reading: Reading,
  element: Element,
  role: string,
  subject: Element,
  isPlain?: boolean,
  known?: string,
): TreeNode {
  const name = known || reading.name(subject, reading.role(subject)) || contentName(reading, subject, role);
  const node = makeNode(element, subject, role, name, true, isPlain);
  node.value = controlValue(subject, role)?.replace(/\r?\n/g, ' ⏎ ');
  node.states.push(...fieldHints(subject, node.name));
  if (isSelect(subject) && role === 'combobox') node.states.push(`options=${subject.length}`);
  return node;
}

function contentName(reading: Reading, subject: Element, role: string): string {
  return role === reading.role(subject) ? '' : reading.nameAs(subject, role);
}

function partNode(
  reading: Reading,
  element: Element,
  tag: string,
  role: string,
  reason: ClickReason | undefined,
  isPlain: boolean,
): TreeNode {
  const name = partName(reading, element, tag, role, isPlain);
  const hasRef = reason !== undefined || role === 'iframe' || role === 'dialog' || role === 'alertdialog';
  const node = makeNode(element, element, role, name, hasRef, isPlain);
  node.value = controlValue(element, role);
  if (reason) node.reason = reason;
  return node;
}

function partName(reading: Reading, element: Element, tag: string, role: string, isPlain: boolean): string {
  if (isPlain && NAMED_BY_ATTRIBUTES.has(tag)) return '';
  if (role === 'row' || CELL_ROLES.has(role)) return authorName(reading, element);
  return (isPlain && nameByText(reading, element, tag)) || reading.name(element, role);
}

function makeNode(
  element: Element,
  subject: Element,
  role: string,
  name: string,
  hasRef: boolean,
  isPlain?: boolean,
): TreeNode {
  const states = statesOf(subject, role, isPlain);
  return { kind: 'node', element, role, name, states, hasRef, isLive: isLive(element, role), children: [] };
}

function authorName(reading: Reading, element: Element): string {
  const isNamed =
    hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby') || hasAttribute(element, 'title');
  return isNamed ? reading.name(element) : '';
}

function isLive(element: Element, role: string): boolean {
  if (LIVE_ROLES.has(role)) return true;
  const live = attribute(element, 'aria-live');
  return live === 'polite' || live === 'assertive';
}
