import { encloseData, type PageInfo } from '@btcp/tools';
import type { Tool } from '@modelcontextprotocol/server';

/**
 * The data of a result, for clients that show it to a model in place of the text: it says where the browser is, as the
 * text does, and stands inside the same kind of boundary.
 */
export function structuredContent(data: object, page: PageInfo | null): Record<string, unknown> {
  return encloseData(page ? { ...data, page } : data);
}

/**
 * The schema of that, from the schema of the data: what is required, and the kind of each thing. It travels with every
 * list of tools, so it says no more; the API description of the server has the words and the innermost parts.
 */
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
