import { isObject, RpcError } from '@btcp/protocol';
import type { BTCPClient, Unsubscribe } from '../contract/client.js';
import type { ToolDefinition } from '../contract/tool.js';

interface ModelContextTool {
  name: string;
  description: string;
  inputSchema?: unknown;
  annotations?: Record<string, unknown> | undefined;
  execute(input: unknown): Promise<unknown>;
}

interface ModelContext extends EventTarget {
  registerTool(tool: ModelContextTool, options: { signal: AbortSignal }): unknown;
  unregisterTool?(name: string): void;
  getTools?(): Promise<ModelContextTool[]> | ModelContextTool[];
  executeTool?(tool: ModelContextTool, input: unknown): Promise<unknown>;
}

function modelContext(): ModelContext | undefined {
  const { modelContext: current } = Object(globalThis.document);
  return current ?? Object(globalThis.navigator).modelContext;
}

// Our tools in the browser, which must not come back to us.
const offered = new Set<string>();
// Tools from the browser, which must not go back to it.
const served = new WeakSet<ToolDefinition>();

/** Offers the client's tools to the browser's own agent through WebMCP, if the browser has it. */
export function offerToWebMCP(client: BTCPClient): Unsubscribe {
  const context = modelContext();
  if (!context) return () => {};
  const registered = new Map<ToolDefinition, AbortController>();
  const withdraw = (tool: ToolDefinition) => {
    registered.get(tool)?.abort();
    // Older browsers ignore the signal.
    context.unregisterTool?.(tool.name);
    registered.delete(tool);
    offered.delete(tool.name);
  };
  const update = () => {
    const tools = client.listTools();
    for (const tool of registered.keys()) if (!tools.includes(tool)) withdraw(tool);
    for (const tool of tools) {
      if (registered.has(tool) || served.has(tool)) continue;
      const controller = new AbortController();
      registered.set(tool, controller);
      offered.add(tool.name);
      const { name, description = name, inputSchema, annotations } = tool;
      const execute = (input: unknown) => client.callTool(name, input);
      Promise.resolve()
        .then(() => context.registerTool({ name, description, inputSchema, annotations, execute }, controller))
        .catch(() => withdraw(tool));
    }
  };
  const stopWatching = client.on('tools:change', update);
  update();
  return () => {
    stopWatching();
    for (const tool of registered.keys()) withdraw(tool);
  };
}

/** Serves the page's WebMCP tools over BTCP, if the browser can list them. */
export function serveWebMCPTools(client: BTCPClient): Unsubscribe {
  const context = modelContext();
  if (!context?.getTools || !context.executeTool) return () => {};
  const known = new Map<string, ToolDefinition>();
  let isStopped = false;
  const update = async () => {
    const tools = ((await context.getTools?.()) ?? []).filter(({ name }) => !offered.has(name));
    if (isStopped) return;
    for (const name of known.keys()) {
      if (tools.some((tool) => tool.name === name)) continue;
      known.delete(name);
      client.unregisterTool(name);
    }
    for (const tool of tools) if (!known.has(tool.name)) serve(tool);
  };
  const serve = (tool: ModelContextTool) => {
    try {
      const definition = toDefinition(context, tool);
      served.add(definition);
      client.registerTool(definition);
      known.set(tool.name, definition);
    } catch {
      // A tool whose name or schema BTCP does not support is left out.
    }
  };
  const onChange = () => void update().catch(() => {});
  context.addEventListener('toolchange', onChange);
  onChange();
  return () => {
    isStopped = true;
    context.removeEventListener('toolchange', onChange);
    for (const name of known.keys()) client.unregisterTool(name);
  };
}

function toDefinition(context: ModelContext, tool: ModelContextTool): ToolDefinition {
  const schema: unknown = typeof tool.inputSchema === 'string' ? JSON.parse(tool.inputSchema) : tool.inputSchema;
  return {
    name: tool.name,
    description: tool.description,
    ...(isObject(schema) ? { inputSchema: schema } : {}),
    ...(tool.annotations ? { annotations: { ...tool.annotations } } : {}),
    async handler(params) {
      try {
        const result = await context.executeTool?.(tool, params);
        return typeof result === 'string' ? parsed(result) : result;
      } catch (thrown) {
        throw translated(thrown);
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function translated(thrown: unknown): RpcError {
  const { name, message } = Object(thrown);
  if (name === 'NotAllowedError') return new RpcError('CAPABILITY_DENIED', message);
  if (name === 'NotFoundError') return new RpcError('TOOL_NOT_FOUND', message);
  return new RpcError(name === 'AbortError' || name === 'TimeoutError' ? 'TIMEOUT' : 'EXECUTION_ERROR', message);
}
