import type { JSONSchema, ToolDefinition, TypedToolDefinition } from '@btcp/client';
import { ownTool, toolIdentity } from '@btcp/client/bindings';
import { useEffect, useInsertionEffect, useRef } from 'react';
import { useStore } from './btcp-context.js';

/**
 * Offers a tool to agents while the component is mounted, with the handler of the last render.
 *
 * @example
 * useTool({
 *   name: 'add_todo',
 *   description: 'Adds an entry to the list',
 *   inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
 *   handler: ({ text }) => setTodos((todos) => [...todos, text]),
 * });
 */
export function useTool<const Schema extends JSONSchema = JSONSchema>(definition: TypedToolDefinition<Schema>): void {
  const { client } = useStore('useTool');
  const tool: ToolDefinition = definition;
  const latest = useRef(tool);
  const identity = toolIdentity(tool);

  // Before any call, and never for a render that React discards.
  useInsertionEffect(() => {
    latest.current = tool;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity stands for all that needs a new registration.
  useEffect(() => ownTool(client, () => latest.current), [client, identity]);
}
