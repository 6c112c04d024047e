import { isObject } from '@btcp/protocol';
import { MAX_PATTERN_INPUT } from './check-pattern.js';
import type { JSONSchemaObject } from './schema.js';

type KeywordTest = (value: never, expected: never) => boolean;

const ANY_VALUE: Record<string, KeywordTest> = {
  type: (value: unknown, types: string | string[]) => [types].flat().some((type) => hasType(value, type)),
  enum: (value: unknown, options: unknown[]) => options.some((option) => isSame(option, value)),
  const: isSame,
};

const BY_TYPE: Record<string, Record<string, KeywordTest>> = {
  string: {
    minLength: (text: string, limit: number) => [...text].length >= limit,
    maxLength: (text: string, limit: number) => [...text].length <= limit,
    pattern: (text: string, pattern: string) => text.length <= MAX_PATTERN_INPUT && new RegExp(pattern, 'u').test(text),
  },
  number: {
    multipleOf: isMultiple,
    exclusiveMaximum: (value: number, limit: number) => value < limit,
    exclusiveMinimum: (value: number, limit: number) => value > limit,
    minimum: (value: number, limit: number) => value >= limit,
    maximum: (value: number, limit: number) => value <= limit,
  },
  array: {
    uniqueItems: (list: unknown[], isUnique: boolean) => !isUnique || new Set(list.map(canonical)).size === list.length,
    minItems: (list: unknown[], limit: number) => list.length >= limit,
    maxItems: (list: unknown[], limit: number) => list.length <= limit,
  },
  object: {
    minProperties: (object: object, limit: number) => Object.keys(object).length >= limit,
    maxProperties: (object: object, limit: number) => Object.keys(object).length <= limit,
  },
};

export function failedKeyword(value: unknown, schema: JSONSchemaObject): string | undefined {
  const tests = { ...ANY_VALUE, ...BY_TYPE[typeOf(value)] };
  return Object.keys(tests).find(
    // The tables match the types, and checkSchema has checked what the schema expects.
    (keyword) => schema[keyword] !== undefined && !tests[keyword]?.(value as never, schema[keyword] as never),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function hasType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

// Sorted keys, so that equal values have equal text.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    isObject(child) ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1))) : child,
  );
}
