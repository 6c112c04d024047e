import { isObject } from '@btcp/protocol';
import { type ConnectedPage, enclose, encloseData, pageContent } from '@btcp/tools';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';

type PageTool = ConnectedPage['tools'][number];
type PageResult = Awaited<ReturnType<ConnectedPage['call']>>;

const MAX_WORDS = 4_000;
const MAX_DEPTH = 8;
// What a call must be made of; all other words of a schema are descriptions in one form or another.
const KEYWORDS = [
  'type',
  'required',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
];

/** A page's tool for a model: the page's words stand inside a boundary, and its claims to be harmless are dropped. */
export function pageToolForModel({ name, description, inputSchema }: PageTool): Tool {
  const schema = isObject(inputSchema) ? inputSchema : {};
  const words = [description, ...argumentWords(schema)].filter(Boolean).join('\n').slice(0, MAX_WORDS);
  return {
    name,
    description: words === '' ? 'A tool of a page.' : enclose(words),
    inputSchema: { ...structureOf(schema), type: 'object' } as Tool['inputSchema'],
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  };
}

export function pageResultForModel({ content, structuredContent, isError }: PageResult): CallToolResult {
  const { text, images } = pageContent(content);
  const pictures = images.map(({ data, mimeType }) => ({ type: 'image' as const, data, mimeType }));
  return {
    content: [...(text === '' ? [] : [{ type: 'text' as const, text: enclose(text) }]), ...pictures],
    ...(isObject(structuredContent) ? { structuredContent: encloseData(structuredContent) } : {}),
    ...(isError ? { isError } : {}),
  };
}

function argumentWords({ properties }: Record<string, unknown>): string[] {
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && typeof schema.description === 'string' ? `${name}: ${schema.description}` : [],
  );
}

function structureOf(schema: Record<string, unknown>, depth = 0): Record<string, unknown> {
  if (depth > MAX_DEPTH) return {};
  const inner = (value: unknown) => (isObject(value) ? structureOf(value, depth + 1) : {});
  const kept = KEYWORDS.filter((keyword) => typeof schema[keyword] !== 'object' || Array.isArray(schema[keyword]))
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => [keyword, schema[keyword]]);
  const { properties, items, anyOf, oneOf } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])) }
      : {}),
    ...(isObject(items) ? { items: inner(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(inner) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map(inner) } : {}),
  };
}
