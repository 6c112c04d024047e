/** The part of JSON Schema that is supported for tool inputs. */
export type JSONSchema = boolean | JSONSchemaObject;

/** The supported keywords of JSON Schema. */
export interface JSONSchemaObject {
  $ref?: string;
  $defs?: Record<string, JSONSchema>;
  definitions?: Record<string, JSONSchema>;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, JSONSchema>;
  required?: readonly string[];
  additionalProperties?: JSONSchema;
  propertyNames?: JSONSchema;
  minProperties?: number;
  maxProperties?: number;
  items?: JSONSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  allOf?: readonly JSONSchema[];
  anyOf?: readonly JSONSchema[];
  oneOf?: readonly JSONSchema[];
  not?: JSONSchema;
  [annotation: string]: unknown;
}
