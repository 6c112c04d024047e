import { encloseData, type PageInfo } from '@btcp/tools';
import type { Tool } from '@modelcontextprotocol/server';

/**
 * The data of a result, for clients that show it to a model in place of the text: it says where the browser is, as the
 * text does, and stands inside the same kind of boundary.
 */
export function structuredContent(data: object, page: PageInfo | null): Record<string, unknown> {
  return encloseData(page ? { ...data, page } : data);
}

/** The schema of that, from the schema of the data. */
export function structuredSchema(output: unknown): NonNullable<Tool['outputSchema']> {
  const { properties, ...rest } = output as { properties: Record<string, object> };
  return {
    ...rest,
    properties: {
      begin: { type: 'string', description: 'What follows comes from pages, until end' },
      ...properties,
      page: { type: 'object', description: 'Where the browser is' },
      end: { type: 'string' },
    },
  };
}
