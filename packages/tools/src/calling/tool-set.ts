import { z } from 'zod';
import { duration } from '../tools/definition/duration.js';
import type { Tool } from '../tools/definition/tool.js';

/** The tools that a surface offers, by name, in a fixed order. */
export type ToolSet = ReadonlyMap<string, Tool>;

/** Creates a set of tools that can be called by name. */
export function createToolSet(tools: readonly Tool[]): ToolSet {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** A tool as other programs see it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  effect: 'read' | 'write';
  capability: 'dom:read' | 'dom:write';
  aliasOf?: string;
  inputSchema: unknown;
  outputSchema: unknown;
}

const described = new WeakMap<Tool, ToolDescription>();

/** Describes a tool for other programs, with its schemas as JSON. */
export function describeTool(tool: Tool): ToolDescription {
  const known = described.get(tool) ?? describe(tool);
  described.set(tool, known);
  return known;
}

function describe(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    effect: tool.effect,
    capability: `dom:${tool.effect}`,
    ...(tool.aliasOf === undefined ? {} : { aliasOf: tool.aliasOf }),
    inputSchema: schemaOf(tool.input, 'input'),
    outputSchema: schemaOf(tool.output, 'output'),
  };
}

// Keywords that only a validator reads are left out: a model pays for each word.
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === duration) {
        delete jsonSchema.anyOf;
        jsonSchema.type = ['number', 'string'] as never;
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return written;
}
