import { encloseData, type PageInfo } from '@btcp/tools';
import type { Tool } from '@modelcontextprotocol/server';

/** Inside a boundary, because some clients show it to a model in place of the text. */
export function structuredContent(data: object, page: PageInfo | null): Record<string, unknown> {
  return encloseData(withPage(data, page));
}

export function withPage(data: object, page: PageInfo | null): object {
  return page ? { ...data, page } : data;
}

/** Without descriptions and deep levels, because it is part of every list of tools. */
export function structuredSchema(output: unknown): NonNullable<Tool['outputSchema']> {
  const { properties = {}, ...rest } = brief(output as Schema, DEPTH);
  const text: Schema = { type: 'string' };
  return { ...rest, type: 'object', properties: { begin: text, ...properties, page: { type: 'object' }, end: text } };
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const DEPTH = 2;

function brief(
  { type, enum: allowed, const: only, anyOf, items, properties, required }: Schema,
  depth: number,
): Schema {
  const inner = (schema: Schema) => brief(schema, depth - 1);
  return {
    ...(type ? { type } : {}),
    ...(allowed ? { enum: allowed } : {}),
    ...(only === undefined ? {} : { const: only }),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(items && depth > 0 ? { items: inner(items) } : {}),
    ...(properties && depth > 0
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inner(schema)])) }
      : {}),
    ...(required && depth > 0 ? { required } : {}),
  };
}
