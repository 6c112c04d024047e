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

type Refuse = (reason: string) => never;

/** Refuses keywords that would be ignored: unchecked input must not look checked. */
export function checkSchema(schema: unknown, root: JSONSchema, path = '#', depth = 0): void {
  const refuse: Refuse = (reason) => {
    throw new TypeError(`inputSchema at ${path}: ${reason}`);
  };
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) refuse('a schema is an object or a boolean');
  if (depth > 32) refuse('nested too deeply');
  for (const [keyword, value] of Object.entries(schema)) {
    for (const [place, child] of schemasIn(keyword, value, refuse)) {
      checkSchema(child, root, `${path}/${keyword}${place}`, depth + 1);
    }
  }
  const { type, required, pattern, $ref } = schema;
  if (type !== undefined && ![type].flat().every((name) => TYPES.includes(String(name)))) refuse('an unknown type');
  if (required !== undefined && !Array.isArray(required)) refuse('required is a list');
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) refuse('enum is a list');
  if (pattern !== undefined) checkPattern(String(pattern), refuse);
  if ($ref !== undefined && resolveReference(String($ref), root) === undefined)
    refuse(`$ref "${$ref}" does not lead to a place in this schema`);
}

function schemasIn(keyword: string, value: unknown, refuse: Refuse): [string, unknown][] {
  const kind = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
  if (kind === undefined) refuse(`the keyword "${keyword}" is not supported`);
  if (kind === 's') return [['', value]];
  if (kind === 'n' && typeof value !== 'number') refuse(`${keyword} is a number`);
  if (kind === 'l' && !Array.isArray(value)) refuse(`${keyword} is a list`);
  if (kind === 'm' && !isObject(value)) refuse(`${keyword} is an object`);
  return kind === 'l' || kind === 'm' ? Object.entries(Object(value)).map(([key, child]) => [`/${key}`, child]) : [];
}
