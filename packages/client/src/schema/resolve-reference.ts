import type { JSONSchema } from './schema.js';

/** Only local references such as `#/$defs/point`: nothing is fetched. */
export function resolveReference(reference: string, root: JSONSchema): JSONSchema | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/') || typeof root === 'boolean') return undefined;
  const [place, name, ...rest] = reference.slice(2).split('/');
  if ((place !== '$defs' && place !== 'definitions') || name === undefined || rest.length > 0) return undefined;
  const definitions = root[place];
  return definitions && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
