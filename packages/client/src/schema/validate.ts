import { isObject } from '@btcp/protocol';
import { MAX_PATTERN_INPUT } from './check-pattern.js';
import { resolveReference } from './resolve-reference.js';
import type { JSONSchema } from './schema.js';

/** The first thing that does not fit: where, the keyword that says so, and what it wants. */
export interface SchemaProblem {
  field: string;
  reason: string;
  expected?: unknown;
}

/** What is wrong with the value, or `undefined` when it fits. */
export function validate(
  value: unknown,
  schema: JSONSchema,
  root: JSONSchema = schema,
  field = '',
  depth = 0,
): SchemaProblem | undefined {
  const problem = (reason: string, expected?: unknown): SchemaProblem => ({ field, reason, expected });
  if (schema === true) return undefined;
  if (schema === false || depth > 128) return problem('not allowed');
  const check = (child: unknown, childSchema: JSONSchema, childField = field) =>
    validate(child, childSchema, root, childField, depth + 1);
  const fits = (childSchema: JSONSchema) => check(value, childSchema) === undefined;

  if (schema.$ref !== undefined) {
    const wrong = check(value, resolveReference(schema.$ref, root) ?? false);
    if (wrong) return wrong;
  }
  const { type } = schema;
  if (type !== undefined && ![type].flat().some((name) => hasType(value, name))) return problem('type', type);
  if (schema.enum && !schema.enum.some((option) => isSame(option, value))) return problem('enum', schema.enum);
  if ('const' in schema && !isSame(schema.const, value)) return problem('const', schema.const);

  const bound = (measure: number, least: string, most: string) => {
    if (measure < Number(schema[least])) return problem(least, schema[least]);
    return measure > Number(schema[most]) ? problem(most, schema[most]) : undefined;
  };
  let wrong: SchemaProblem | undefined;
  if (typeof value === 'string') {
    wrong = bound([...value].length, 'minLength', 'maxLength');
    if (!wrong && schema.pattern !== undefined)
      if (value.length > MAX_PATTERN_INPUT || !new RegExp(schema.pattern, 'u').test(value))
        wrong = problem('pattern', schema.pattern);
  } else if (typeof value === 'number') {
    wrong = bound(value, 'minimum', 'maximum');
    const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (value <= (exclusiveMinimum ?? Number.NaN)) wrong = problem('exclusiveMinimum', exclusiveMinimum);
    if (value >= (exclusiveMaximum ?? Number.NaN)) wrong = problem('exclusiveMaximum', exclusiveMaximum);
    if (multipleOf !== undefined && !isMultiple(value, multipleOf)) wrong = problem('multipleOf', multipleOf);
  } else if (Array.isArray(value)) {
    wrong = bound(value.length, 'minItems', 'maxItems');
    if (schema.uniqueItems && new Set(value.map(canonical)).size < value.length) wrong = problem('uniqueItems');
    const { items } = schema;
    if (items !== undefined)
      for (const [index, item] of value.entries()) wrong ??= check(item, items, `${field}[${index}]`);
  } else if (isObject(value)) {
    wrong = bound(Object.keys(value).length, 'minProperties', 'maxProperties') ?? checkProperties(value);
  }
  if (wrong) return wrong;

  for (const each of schema.allOf ?? []) wrong ??= check(value, each);
  if (wrong) return wrong;
  if (schema.anyOf && !schema.anyOf.some(fits)) return problem('anyOf');
  if (schema.oneOf && schema.oneOf.filter(fits).length !== 1) return problem('oneOf');
  if (schema.not !== undefined && fits(schema.not)) return problem('not');
  return undefined;

  function checkProperties(object: Record<string, unknown>): SchemaProblem | undefined {
    if (typeof schema === 'boolean') return undefined;
    const at = (name: string) => (field ? `${field}.${name}` : name);
    for (const name of schema.required ?? [])
      if (!Object.hasOwn(object, name)) return { field: at(name), reason: 'required' };
    for (const [name, child] of Object.entries(object)) {
      const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      const found =
        (schema.propertyNames !== undefined ? check(name, schema.propertyNames, at(name)) : undefined) ??
        check(child, known ?? schema.additionalProperties ?? true, at(name));
      if (found) return found.reason === 'not allowed' ? { field: at(name), reason: 'additionalProperties' } : found;
    }
    return undefined;
  }
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with sorted keys, so that equal values have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    isObject(child) ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1))) : child,
  );
}
