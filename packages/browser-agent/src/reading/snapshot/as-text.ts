import { KNOWN_ROLES } from '../aria/role-names.js';
import { TRANSPARENT_ROLES } from '../tree/page-part.js';

const OTHER_ROLES = new Set(['audio', 'clickable', 'iframe', 'overlay', 'text', 'video']);

/** A text that could pass for the line of an element is marked as text. */
export function asText(text: string): string {
  const [, word = '', next] = /^([a-z-]+)(?:$|:| (["@[]))/.exec(text) ?? [];
  // Parts without a line of their own have one when they have a name.
  const hasLine = next === '"' || !TRANSPARENT_ROLES.has(word);
  const isRole = (KNOWN_ROLES.has(word) && hasLine) || OTHER_ROLES.has(word);
  return isRole || text.startsWith('…') ? `text: ${text}` : text;
}
