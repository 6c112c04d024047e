import type { FieldSchema } from '../state/api.ts';

export interface FieldOf {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
}

const SHOWN = 3;

/** The schema may come from a page and be anything. */
export function fieldsOf(schema: unknown): { shown: FieldOf[]; more: FieldOf[] } {
  const { properties, required } = isObject(schema) ? schema : {};
  const names = Array.isArray(required) ? required : [];
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => ({
    name,
    schema: isObject(field) ? (field as FieldSchema) : {},
    isRequired: names.includes(name),
  }));
  const shown = fields.filter(({ isRequired }, index) => isRequired || index < SHOWN);
  return { shown, more: fields.filter((field) => !shown.includes(field)) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
