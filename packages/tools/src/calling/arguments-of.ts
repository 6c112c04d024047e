import type { Tool } from '../tools/definition/tool.js';
import { describeTool } from './tool-set.js';

/** An argument of a tool, for command lines and forms. */
export interface ToolArgument {
  name: string;
  type: string;
  isRequired: boolean;
  standard: unknown;
  description: string;
}

interface Schema {
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  description?: string;
}

/** Returns the arguments of a tool, for help texts and reference pages. */
export function argumentsOf(tool: Tool): ToolArgument[] {
  const { properties = {}, required = [] } = describeTool(tool).inputSchema as Schema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name),
    standard: schema.default,
    description: schema.description ?? '',
  }));
}

const WORDS: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

function typeOf({ type, enum: choices, items, properties }: Schema): string {
  if (choices) return choices.join(' | ');
  if (Array.isArray(type)) return 'time';
  if (type === 'array' && items) return `list of ${typeOf(items)}`;
  if (type === 'object' && properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return WORDS[type ?? ''] ?? type ?? 'anything';
}
