import { createClient, type JSONSchema, type ToolDefinition, type TypedToolDefinition } from '@btcp/client';
import { onMount } from 'svelte';
import { readable } from 'svelte/store';

const client = createClient({ serverUrl: location.origin.replace('http', 'ws'), metadata: { title: document.title } });

/** Connected while something shows it. */
export const status = readable(client.status, (set) => {
  const unsubscribe = client.on('status:change', (change) => set(change.status));
  client.connect().catch(() => {});
  return () => {
    unsubscribe();
    void client.disconnect();
  };
});

export const tools = readable<ToolDefinition[]>([], (set) => client.on('tools:change', (change) => set(change.tools)));

/** Offers a tool to agents while the component is mounted. */
export function useTool<const Schema extends JSONSchema = JSONSchema>(tool: TypedToolDefinition<Schema>): void {
  onMount(() => {
    client.registerTool(tool);
    return () => client.unregisterTool(tool.name);
  });
}
