import { aliases, BtcpError, Conversations, callableTools, callTool, catalogue, describeTool } from '@btcp/tools';
import { describe, expect, test } from 'vitest';
import { TestEngine } from './test-engine.ts';

// As much of JSON Schema as the tools use.
interface Schema {
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const tools = callableTools({});
const engine = new TestEngine();
const conversations = new Conversations(engine);

const call = (name: string, input: unknown) =>
  callTool({ tools, name, input, conversation: conversations.get('a'), signal: new AbortController().signal });

// The least that a schema takes.
function valid(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (Array.isArray(schema.type)) return '1s';
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(required.map((name) => [name, valid(properties[name] ?? {})]));
  }
  if (schema.type === 'array') return [valid(schema.items ?? {})];
  return { string: 'a', boolean: true, integer: 1, number: 1 }[schema.type ?? ''];
}

// What a schema does not take: each wrong in one way.
function wrong(schema: Schema): unknown[] {
  if (schema.enum) return ['no such choice', '', 7, null, []];
  if (Array.isArray(schema.type)) return ['soon', '', -1, 0, '0s', 1e300, '99999m', true, null, {}];
  switch (schema.type) {
    case 'string':
      return [7, true, null, {}, ['a'], ...(schema.minLength ? [''] : [])];
    case 'boolean':
      return ['true', 1, null, []];
    case 'integer':
    case 'number':
      return [
        '1',
        null,
        true,
        [],
        ...(schema.type === 'integer' ? [1.5, 1e300] : []),
        ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
        ...(schema.minimum === undefined && schema.exclusiveMinimum === undefined ? [] : [-1e300]),
        ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
      ];
    case 'array':
      return [
        'a',
        {},
        null,
        ...(schema.minItems ? [[]] : []),
        ...(schema.maxItems ? [Array.from({ length: schema.maxItems + 1 }, () => valid(schema.items ?? {}))] : []),
        ...wrong(schema.items ?? {}).map((item) => [item]),
      ];
    case 'object':
      return ['a', 7, null, [], ...wrongFields(schema)];
    default:
      return [];
  }
}

function wrongFields(schema: Schema): unknown[] {
  const base = valid(schema) as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const takesAnything = typeof additionalProperties === 'object' && additionalProperties.type === undefined;
  return [
    ...(takesAnything ? [] : [{ ...base, surprise: 1 }]),
    ...required.map((name) => Object.fromEntries(Object.entries(base).filter(([other]) => other !== name))),
    ...Object.entries(properties).flatMap(([name, inner]) => wrong(inner).map((value) => ({ ...base, [name]: value }))),
  ];
}

const HUGE = 'x'.repeat(1_000_000);
const NO_ADDRESSES = ['ünï 日本語 🦄', '\u202e\u0000\ud800'];
const ODD = [HUGE, ...NO_ADDRESSES, '__proto__', '"\'`\\'];

/** A value with this text wherever the schema takes any text; nothing where it takes none. */
function filledWith(text: string, schema: Schema): unknown {
  if (schema.enum) return undefined;
  if (schema.type === 'string') return text;
  if (schema.type === 'array') {
    const item = filledWith(text, schema.items ?? {});
    return item === undefined ? undefined : [item];
  }
  if (schema.type !== 'object' || !schema.properties) return undefined;
  return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, filledWith(text, inner)]));
}

/** Powers that only a whole browser has, which the engine of this test is not. */
const POWERS = ['input', 'network', 'storage', 'emulation', 'pictures', 'questions', 'audits'];

/** The code of the error, where a text is none that the tool can take. */
function refusalOf(tool: string, field: string, text: string): string | undefined {
  if (tool === 'browser_request_user') return text === HUGE ? 'invalid_input' : 'unsupported';
  if (tool === 'browser_get_text' && field === 'cursor') return 'invalid_input';
  const isAddress = field === 'url' && ['browser_navigate', 'browser_open', 'browser_tabs'].includes(tool);
  return isAddress && NO_ADDRESSES.includes(text) ? 'invalid_input' : undefined;
}

describe.each([...catalogue, ...aliases].map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const schema = describeTool(tool).inputSchema as Schema;
  const base = { ...(valid(schema) as Record<string, unknown>), ...tool.examples[0] };

  const refusal = async (input: unknown): Promise<BtcpError> => {
    const thrown = await call(name, input).then(
      () => new Error(`${name} took ${JSON.stringify(input)?.slice(0, 200)}`),
      (error: Error) => error,
    );
    expect(thrown).toBeInstanceOf(BtcpError);
    return thrown as BtcpError;
  };

  test('names the argument that is wrong, before a browser is asked', async () => {
    const opened = engine.opened.length;
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      for (const value of wrong(inner)) {
        expect(await refusal({ ...base, [field]: value })).toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining(field),
          hint: expect.stringContaining(field),
        });
      }
    }
    expect(engine.opened).toHaveLength(opened);
  });

  test('names the argument that is missing or that it does not have', async () => {
    for (const field of schema.required ?? []) {
      const { [field]: _, ...rest } = base;
      expect(await refusal(rest)).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(`${field} is required`),
      });
    }
    expect(await refusal({ ...base, surprise: 1 })).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('surprise is not an argument'),
    });
    for (const input of ['text', 7, true, []]) {
      expect(await refusal(input)).toMatchObject({ code: 'invalid_input' });
    }
  });

  test('takes any text without a fault of ours: huge, of all scripts, or signs that nobody sees', async () => {
    const fields = Object.entries(schema.properties ?? {});
    const inputs = ODD.flatMap((text) =>
      fields.flatMap(([field, inner]) => {
        const value = filledWith(text, inner);
        return value === undefined ? [] : [{ text, field, input: { ...base, [field]: value } }];
      }),
    );
    for (const { text, field, input } of [{ text: '', field: '', input: base }, ...inputs]) {
      const outcome = await call(name, input).catch((error: BtcpError) => error.code);
      const refusal = refusalOf(name, field, text);
      if (POWERS.includes(tool.group) && typeof outcome === 'string')
        expect(['unsupported', 'invalid_input', 'denied', 'unknown_tool', 'timeout']).toContain(outcome);
      else if (refusal) expect(outcome, field).toBe(refusal);
      else expect(tool.output.safeParse(Object(outcome).data), field).toMatchObject({ success: true });
    }
  });
});

test('no browser is started by a call that is refused', async () => {
  const untouched = new TestEngine();
  const conversation = new Conversations(untouched).get('a');
  for (const { name } of [...catalogue, ...aliases]) {
    const refused = callTool({
      tools,
      name,
      input: { surprise: 1 },
      conversation,
      signal: new AbortController().signal,
    });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
  }
  expect(untouched.opened).toEqual([]);
});

test.each([
  ['browser_resize', { width: 0, height: -5 }, 'Invalid dimensions: width and height must be positive.'],
  ['browser_resize', { width: 20_000, height: 1 }, 'Wrong arguments for browser_resize: width must be at most 10000.'],
  ['browser_click', { selector: '' }, 'Wrong arguments for browser_click: selector must not be empty.'],
  [
    'browser_click',
    { selector: 'a', clickCount: 9 },
    'Wrong arguments for browser_click: clickCount must be at most 3.',
  ],
  [
    'browser_click',
    { selector: 'a', button: 'up' },
    'Wrong arguments for browser_click: button must be one of "left"|"right"|"middle".',
  ],
])('%s %j is reported in words', async (name, input, message) => {
  await expect(call(name, input)).rejects.toMatchObject({ code: 'invalid_input', message });
});
