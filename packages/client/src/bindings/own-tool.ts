import type { BTCPClient, Unsubscribe } from '../contract/client.js';
import type { ToolDefinition } from '../contract/tool.js';

/** Registers a tool until the returned function is called; each call runs the handler that `latest` returns then. */
export function ownTool(client: BTCPClient, latest: () => ToolDefinition): Unsubscribe {
  const tool = latest();
  if (client.listTools().some(({ name }) => name === tool.name))
    throw new Error(
      `The tool "${tool.name}" is registered already: give each tool a name of its own, or render only one component that has it.`,
    );
  const own: ToolDefinition = {
    ...tool,
    // A sandbox gets the source of the handler, which must not use outside variables.
    handler: tool.sandbox ? tool.handler : (params, context) => latest().handler(params, context),
  };
  client.registerTool(own);
  return () => {
    if (client.listTools().includes(own)) client.unregisterTool(own.name);
  };
}

/** Returns a key: two definitions with the same key need only one registration. */
export function toolIdentity(tool: ToolDefinition): string {
  return JSON.stringify({ ...tool, handler: tool.sandbox && String(tool.handler) });
}
