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
// A schema that refers to itself, or whose alternatives double at each level, would be checked forever.
const MAX_CHECKS = 100_000;

export function validate(value: unknown, root: JSONSchema): SchemaProblem | undefined {
  let checks = 0;
  const problem = checkPart(value, root, '', 0);
  // Whatever was found by then: a "not" turns a problem into none.
  return checks > MAX_CHECKS ? { field: '', reason: 'too much to check' } : problem;

  function checkPart(part: unknown, schema: JSONSchema, field: string, depth: number): SchemaProblem | undefined {
    if (schema === true) return undefined;
    if (depth > MAX_DEPTH) checks = MAX_CHECKS;
    if (schema === false || ++checks > MAX_CHECKS) return { field, reason: 'not allowed' };
    const check: Check = (each, eachSchema, eachField = field) => checkPart(each, eachSchema, eachField, depth + 1);
    const { $ref } = schema;
    return (
      ($ref === undefined ? undefined : check(part, resolveReference($ref, root) ?? false)) ??
      checkKeywords(part, schema, field) ??
      checkItems(part, schema, field, check) ??
      checkProperties(part, schema, field, check) ??
      checkCombinations(part, schema, field, check)
    );
  }
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
