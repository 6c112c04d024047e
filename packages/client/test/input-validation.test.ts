import { createClient, type JSONSchema } from '@btcp/client';
import { describe, expect, test } from 'vitest';

function tryInput(inputSchema: JSONSchema, input: unknown) {
  const client = createClient({ serverUrl: 'http://localhost' });
  client.registerTool({ name: 'tool', description: 'Takes input', inputSchema, handler: (params) => params });
  return client.callTool('tool', input);
}

const property = (schema: JSONSchema): JSONSchema => ({ type: 'object', properties: { value: schema } });

describe('refused input names the field and the reason', () => {
  test.each<[JSONSchema, unknown, string, string]>([
    [{ type: 'object', required: ['a'] }, {}, 'a', 'required'],
    [{ type: 'object', required: ['toString'] }, {}, 'toString', 'required'],
    [{ type: 'object', additionalProperties: false }, { x: 1 }, 'x', 'additionalProperties'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, { x: 'a' }, 'x', 'type'],
    [{ type: 'object', minProperties: 1 }, {}, '', 'minProperties'],
    [{ type: 'object', propertyNames: { maxLength: 2 } }, { abc: 1 }, 'abc', 'maxLength'],
    [property({ type: 'string' }), { value: 5 }, 'value', 'type'],
    [property({ type: ['string', 'null'] }), { value: 5 }, 'value', 'type'],
    [property({ type: 'integer' }), { value: 1.5 }, 'value', 'type'],
    [property({ type: 'object' }), { value: [] }, 'value', 'type'],
    [property({ enum: ['a', { b: 1 }] }), { value: { b: 2 } }, 'value', 'enum'],
    [property({ const: null }), { value: 0 }, 'value', 'const'],
    [property({ minLength: 2 }), { value: '😀' }, 'value', 'minLength'],
    [property({ maxLength: 1 }), { value: 'ab' }, 'value', 'maxLength'],
    [property({ pattern: '^[a-z]+$' }), { value: 'A' }, 'value', 'pattern'],
    [property({ pattern: '^a+$' }), { value: 'a'.repeat(1001) }, 'value', 'pattern'],
    [property({ minimum: 1 }), { value: 0 }, 'value', 'minimum'],
    [property({ exclusiveMinimum: 1 }), { value: 1 }, 'value', 'exclusiveMinimum'],
    [property({ exclusiveMaximum: 1 }), { value: 1 }, 'value', 'exclusiveMaximum'],
    [property({ multipleOf: 0.1 }), { value: 0.25 }, 'value', 'multipleOf'],
    [property({ items: { type: 'string' } }), { value: ['a', 1] }, 'value[1]', 'type'],
    [property({ minItems: 1 }), { value: [] }, 'value', 'minItems'],
    [property({ maxItems: 1 }), { value: [1, 2] }, 'value', 'maxItems'],
    [property({ maxProperties: 1 }), { value: { a: 1, b: 2 } }, 'value', 'maxProperties'],
    [property({ minimum: 1, exclusiveMinimum: 1 }), { value: 0 }, 'value', 'exclusiveMinimum'],
    [
      property({ uniqueItems: true }),
      {
        value: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      'value',
      'uniqueItems',
    ],
    [property({ anyOf: [{ type: 'string' }, { type: 'null' }] }), { value: 1 }, 'value', 'anyOf'],
    [property({ oneOf: [{ minimum: 1 }, { minimum: 2 }] }), { value: 3 }, 'value', 'oneOf'],
    [property({ allOf: [{ minimum: 1 }, { maximum: 2 }] }), { value: 3 }, 'value', 'maximum'],
    [property({ not: { type: 'string' } }), { value: 'a' }, 'value', 'not'],
    [{ $ref: '#/$defs/point', $defs: { point: { required: ['x'] } } }, {}, 'x', 'required'],
    [
      { properties: { child: { $ref: '#' }, n: { type: 'number' } } },
      { child: { child: { n: 'a' } } },
      'child.child.n',
      'type',
    ],
    [true, 'text', 'arguments', 'type'],
  ])('%j and %j', async (schema, input, field, reason) => {
    await expect(tryInput(schema, input)).rejects.toMatchObject({
      code: -32602,
      btcpCode: 'INVALID_PARAMS',
      data: { field, reason },
    });
  });
});

test.each<[JSONSchema, unknown]>([
  [{}, {}],
  [property({ type: 'integer' }), { value: 2 }],
  [property({ type: 'string', format: 'email', default: 'x', description: 'd' }), { value: 'not checked' }],
  [property({ multipleOf: 0.1 }), { value: 0.3 }],
  [property({ type: ['object', 'null'], minProperties: 1 }), { value: null }],
  [property({ minimum: 1, minLength: 3, minItems: 3 }), { value: { a: 1 } }],
  [property({ uniqueItems: false }), { value: [1, 1] }],
  [property({ enum: [{ a: 1, b: 2 }] }), { value: { b: 2, a: 1 } }],
  [property({ minLength: 1, maxLength: 1 }), { value: '😀' }],
  [property({ pattern: '^(?:ab|cd)\\d{3}-[a-z]+$' }), { value: 'ab123-x' }],
  [{ definitions: { name: { type: 'string' } }, properties: { n: { $ref: '#/definitions/name' } } }, { n: 'a' }],
])('%j takes %j', async (schema, input) => {
  expect(await tryInput(schema, input)).toMatchObject({ structuredContent: input });
});

const either = (name: string): JSONSchema => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
const LEVELS = 40;
const doubling = Array.from({ length: LEVELS }, (_, level) => [
  `level${level}`,
  level === LEVELS - 1 ? { type: 'number' } : either(`level${level + 1}`),
]);

test.each<[string, JSONSchema]>([
  ['refers to itself', { $ref: '#' }],
  ['refers to itself in alternatives', { anyOf: [{ $ref: '#' }, { $ref: '#' }, { not: { $ref: '#' } }] }],
  ['has definitions in a circle', { $ref: '#/$defs/a', $defs: { a: either('b'), b: either('a') } }],
  ['has alternatives that double at each level', { $ref: '#/$defs/level0', $defs: Object.fromEntries(doubling) }],
])('a schema that %s takes no longer than others, and lets nothing through (T19)', async (_, schema) => {
  await expect(tryInput(schema, {})).rejects.toMatchObject({ data: { reason: 'too much to check' } });
});

describe('what could not be honoured is refused at registration', () => {
  test.each<[string, unknown]>([
    ['an unknown keyword', { if: {} }],
    ['an unknown keyword below', property({ dependentRequired: {} })],
    ['a keyword with a name from Object', JSON.parse('{"toString":1}')],
    ['a remote reference', { $ref: 'https://example.com/schema' }],
    ['a reference to nowhere', { $ref: '#/$defs/nothing' }],
    ['a reference into the depths', { $ref: '#/properties/a', properties: { a: {} } }],
    ['an unknown type', { type: 'date' }],
    ['a limit that is no number', { minLength: '3' }],
    ['a schema that is no schema', { properties: { a: 'string' } }],
    ['a schema bomb', JSON.parse(`${'{"not":'.repeat(50)}{}${'}'.repeat(50)}`)],
    ['a pattern that is none', { pattern: '(' }],
    ['nested repetition', { pattern: '^(a+)+$' }],
    ['nested repetition in disguise', { pattern: '^(?:[a-z]*b?)*$' }],
    ['repeated alternatives', { pattern: '^(a|aa)+$' }],
    ['counted optional parts', { pattern: '^(a?){30}a{30}$' }],
    ['look-around', { pattern: '^(?=a)' }],
    ['look-behind', { pattern: '(?<!a)b' }],
    ['a back-reference', { pattern: '(a)\\1' }],
    ['repetition after repetition', { pattern: 'a*a*a*a*a*b' }],
  ])('%s', (_name, schema) => {
    const client = createClient({ serverUrl: 'http://localhost' });
    const register = () =>
      client.registerTool({ name: 'tool', description: 'd', inputSchema: Object(schema), handler: () => 1 });
    expect(register).toThrow(TypeError);
    expect(client.listTools()).toEqual([]);
  });
});
