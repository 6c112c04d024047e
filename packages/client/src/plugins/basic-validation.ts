import { isObject, RpcError } from '@btcp/protocol';
import type { Plugin } from '../contract/plugin.js';
import type { JSONSchema } from '../schema/schema.js';

const KEYWORDS =
  /^(type|properties|required|enum|items|additionalProperties|title|description|default|examples|\$schema)$/;

/** Checks the keywords that most tools need, in a fraction of the size of `inputValidation`; it refuses all others. */
export function basicValidation(): Plugin {
  return {
    honours: ['inputSchema'],
    check: ({ inputSchema }) => assertKnown(inputSchema),
    before({ inputSchema = true }, params) {
      const field = wrongField(params, inputSchema, '');
      if (field !== undefined) throw new RpcError('INVALID_PARAMS', `${field} does not fit its schema`, { field });
      return params;
    },
  };
}

function assertKnown(schema: JSONSchema | undefined): void {
  if (!isObject(schema)) return;
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.test(keyword));
  if (unknown) throw new TypeError(`${unknown} needs the plugin inputValidation`);
  const { properties = {}, items, additionalProperties } = schema;
  for (const part of [items, additionalProperties, ...Object.values(properties)]) assertKnown(part as JSONSchema);
}

function wrongField(value: unknown, schema: JSONSchema, field: string): string | undefined {
  if (!isObject(schema)) return schema ? undefined : field;
  const { type, enum: choices, properties = {}, required = [], items, additionalProperties = true } = schema;
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits = [type ?? kind].flat().some((name) => name === kind || (name === 'integer' && Number.isInteger(value)));
  if (!fits || (choices && !choices.includes(value as never))) return field;
  if (Array.isArray(value))
    return value.map((item, at) => wrongField(item, items ?? true, `${field}[${at}]`)).find(isFound);
  if (!isObject(value)) return undefined;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  const wrong = Object.entries(value).map(([name, part]) =>
    wrongField(part, (Object.hasOwn(properties, name) && properties[name]) || additionalProperties, `${field}.${name}`),
  );
  return missing === undefined ? wrong.find(isFound) : `${field}.${missing}`;
}

function isFound(field: string | undefined): boolean {
  return field !== undefined;
}
