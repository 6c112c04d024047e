import { isObject } from '@btcp/protocol';
import { failedKeyword } from './keyword-tests.js';
import { resolveReference } from './resolve-reference.js';
import type { JSONSchema, JSONSchemaObject } from './schema.js';

export interface SchemaProblem {
  field: string;
  reason: string;
  expected?: unknown;
}

type Check = (part: unknown, schema: JSONSchema, field?: string) => SchemaProblem | undefined;

const MAX_DEPTH = 128;

export function validate(
  value: unknown,
  schema: JSONSchema,
  root: JSONSchema = schema,
  field = '',
  depth = 0,
): SchemaProblem | undefined {
  if (schema === true) return undefined;
  if (schema === false || depth > MAX_DEPTH) return { field, reason: 'not allowed' };
  const check: Check = (part, partSchema, partField = field) => validate(part, partSchema, root, partField, depth + 1);
  const { $ref } = schema;
  return (
    ($ref === undefined ? undefined : check(value, resolveReference($ref, root) ?? false)) ??
    checkKeywords(value, schema, field) ??
    checkItems(value, schema, field, check) ??
    checkProperties(value, schema, field, check) ??
    checkCombinations(value, schema, field, check)
  );
}

function checkKeywords(value: unknown, schema: JSONSchemaObject, field: string): SchemaProblem | undefined {
  const reason = failedKeyword(value, schema);
  return reason === undefined ? undefined : { field, reason, expected: schema[reason] };
}

function checkItems(list: unknown, { items }: JSONSchemaObject, field: string, check: Check) {
  if (items === undefined || !Array.isArray(list)) return undefined;
  for (const [index, item] of list.entries()) {
    const problem = check(item, items, `${field}[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

function checkProperties(object: unknown, schema: JSONSchemaObject, field: string, check: Check) {
  if (!isObject(object)) return undefined;
  const { required = [], properties = {}, propertyNames = true, additionalProperties = true } = schema;
  const fieldOf = (name: string) => (field ? `${field}.${name}` : name);
  const missing = required.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) return { field: fieldOf(missing), reason: 'required' };
  for (const [name, child] of Object.entries(object)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const problem =
      check(name, propertyNames, fieldOf(name)) ?? check(child, own ?? additionalProperties, fieldOf(name));
    if (problem?.reason === 'not allowed') return { field: fieldOf(name), reason: 'additionalProperties' };
    if (problem) return problem;
  }
  return undefined;
}

function checkCombinations(value: unknown, schema: JSONSchemaObject, field: string, check: Check) {
  const fits = (option: JSONSchema) => check(value, option) === undefined;
  const { allOf = [], anyOf, oneOf, not } = schema;
  for (const each of allOf) {
    const problem = check(value, each);
    if (problem) return problem;
  }
  if (anyOf && !anyOf.some(fits)) return { field, reason: 'anyOf' };
  if (oneOf && oneOf.filter(fits).length !== 1) return { field, reason: 'oneOf' };
  return not !== undefined && fits(not) ? { field, reason: 'not' } : undefined;
}
