import type { JSONSchema, ToolDefinition, TypedToolDefinition } from '@btcp/client';
import { ownTool, toolIdentity } from '@btcp/client/bindings';
import { type MaybeRefOrGetter, toValue, watch } from 'vue';
import { injectBTCP } from './injected.js';

/**
 * Offers a tool to agents while the component is mounted, with the current handler of a ref or getter.
 *
 * @example
 * useTool({
 *   name: 'add_todo',
 *   description: 'Adds an entry to the list',
 *   inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
 *   handler: ({ text }) => todos.value.push(text),
 * });
 */
export function useTool<const Schema extends JSONSchema = JSONSchema>(
  definition: MaybeRefOrGetter<TypedToolDefinition<Schema>>,
): void {
  const { client } = injectBTCP('useTool');
  const latest = (): ToolDefinition => toValue(definition);
  watch(
    [client, () => toolIdentity(latest())],
    ([current], _previous, onCleanup) => onCleanup(ownTool(current, latest)),
    { immediate: true, flush: 'sync' },
  );
}
