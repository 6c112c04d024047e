import { isObject } from '@btcp/protocol';
import { checkPattern } from './check-pattern.js';
import { resolveReference } from './resolve-reference.js';
import type { JSONSchema } from './schema.js';

// The value of each keyword: s(chema), m(ap of schemas), l(ist of schemas), n(umber), a(nything).
const KEYWORDS: Record<string, string> = Object.fromEntries(
  Object.entries({
    s: 'additionalProperties items propertyNames not',
    m: 'properties $defs definitions',
    l: 'allOf anyOf oneOf',
    n: 'minProperties maxProperties minItems maxItems minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    a: 'type enum const required uniqueItems pattern $ref $schema $id $comment title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
);

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Refuses keywords that would be ignored: unchecked input must not look checked. */
export function checkSchema(schema: unknown, root: JSONSchema, path = '#', depth = 0): void {
  const refuse: (reason: string) => never = (reason) => {
    throw new TypeError(`inputSchema at ${path}: ${reason}`);
  };
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) refuse('a schema is an object or a boolean');
  if (depth > 32) refuse('nested too deeply');
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    const below = `${path}/${keyword}`;
    if (kind === undefined) refuse(`the keyword "${keyword}" is not supported`);
    else if (kind === 's') checkSchema(value, root, below, depth + 1);
    else if (kind === 'n' && typeof value !== 'number') refuse(`${keyword} is a number`);
    else if (kind === 'l' && !Array.isArray(value)) refuse(`${keyword} is a list`);
    else if (kind === 'm' && !isObject(value)) refuse(`${keyword} is an object`);
    else if (kind === 'l' || kind === 'm')
      for (const [key, child] of Object.entries(value ?? {})) checkSchema(child, root, `${below}/${key}`, depth + 1);
  }
  const { type, required, pattern, $ref } = schema;
  if (type !== undefined && ![type].flat().every((name) => TYPES.includes(String(name)))) refuse('an unknown type');
  if (required !== undefined && !Array.isArray(required)) refuse('required is a list');
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) refuse('enum is a list');
  if (pattern !== undefined) checkPattern(String(pattern), refuse);
  if ($ref !== undefined && resolveReference(String($ref), root) === undefined)
    refuse(`$ref "${$ref}" does not lead to a place in this schema`);
}
