import { type CallToolResult, type IncomingCall, isRequest, METHOD_NOT_FOUND, RpcError } from '@btcp/protocol';
import { toContent } from './calling/content.js';
import { describeTool } from './calling/describe-tool.js';
import { runTool, type ToolCall } from './calling/run-tool.js';
import { createConnection } from './connection/connection.js';
import { createEmitter } from './connection/emitter.js';
import type { BTCPClient, ToolCallHandler } from './contract/client.js';
import type { BTCPClientOptions } from './contract/client-options.js';
import type { Plugin } from './contract/plugin.js';
import type { ToolDefinition } from './contract/tool.js';
import type { Transport } from './contract/transport.js';

export function assembleClient(options: BTCPClientOptions, transport: Transport, plugins: Plugin[]): BTCPClient {
  const { timeout = 30_000 } = options;
  const emitter = createEmitter();
  const { emit, fail } = emitter;
  const tools = new Map<string, ToolDefinition>();
  const observers = new Set<ToolCallHandler>();
  const connection = createConnection(options, transport, emitter, handle, registerTools);
  const { peer, connect, disconnect } = connection;
  let isRegistering = false;
  let hasRegistered = false;

  async function call(name: string, toolCall: ToolCall): Promise<CallToolResult> {
    const { id, params = {} } = toolCall;
    emit('tool:call', { name, params, id });
    try {
      const tool = tools.get(name);
      const offers = [...observers].map((observe) => observe(name, params));
      const offer = offers.find((each) => each !== undefined);
      let result = await (tool ? runTool(tool, toolCall, plugins, timeout) : offer);
      if (!tool && result === undefined) throw new RpcError('TOOL_NOT_FOUND', name);
      emit('tool:result', { name, result, id });
      for (const { convert } of plugins) if (convert) result = await convert(result);
      return toContent(result);
    } catch (thrown) {
      const error = RpcError.from(thrown, 'EXECUTION_ERROR');
      fail(error, name);
      throw error;
    }
  }

  function handle(method: string, params: Record<string, unknown>, { id, signal }: IncomingCall): unknown {
    if (method === 'tools/call')
      return call(String(params.name), { ...params, id: String(id), params: params.arguments, signal });
    if (method === 'tools/list') return { tools: describeTools() };
    if (method === 'ping') return { pong: true, timestamp: Date.now() };
    for (const plugin of plugins) {
      const answer = plugin.handle?.(method, params);
      if (answer !== undefined) return answer;
    }
    throw new RpcError('METHOD_NOT_FOUND', method);
  }

  function listTools(): ToolDefinition[] {
    return [...tools.values()];
  }

  function describeTools() {
    return listTools().map(describeTool);
  }

  // Several changes in a row are one message.
  function toolsChanged(): void {
    emit('tools:change', { tools: listTools() });
    if (isRegistering) return;
    isRegistering = true;
    queueMicrotask(() => {
      isRegistering = false;
      if (connection.isOpen()) void registerTools();
    });
  }

  async function registerTools(): Promise<void> {
    if (tools.size === 0 && !hasRegistered) return;
    hasRegistered = true;
    try {
      await peer.request('tools/register', { tools: describeTools() }, { timeout });
    } catch (thrown) {
      // An agent in the same page keeps no list of tools.
      if ((thrown as RpcError).code !== METHOD_NOT_FOUND) fail(thrown, 'tools/register');
    }
  }

  return {
    on: emitter.on,
    off: emitter.off,
    connect,
    disconnect,
    listTools,
    get status() {
      return connection.status();
    },
    registerTool(tool) {
      if (!/^[\w.-]{1,128}$/.test(tool.name)) throw new TypeError(`Bad tool name: ${tool.name}`);
      for (const part of ['inputSchema', 'capabilities', 'sanitize', 'sandbox'] as const)
        if (tool[part] !== undefined && !plugins.some(({ honours }) => honours?.includes(part)))
          throw new TypeError(`No plugin for ${part}`);
      for (const plugin of plugins) plugin.check?.(tool);
      tools.set(tool.name, tool);
      toolsChanged();
    },
    unregisterTool(name) {
      if (tools.delete(name)) toolsChanged();
    },
    callTool: (name, params, options) => call(name, { ...options, id: 'local', params }),
    onToolCall(handler) {
      observers.add(handler);
      return () => observers.delete(handler);
    },
    async send(message) {
      if (!connection.isOpen()) throw new RpcError('CONNECTION_LOST', 'not connected');
      if (isRequest(message)) return peer.sendRequest(message, { timeout });
      await connection.send(message);
      return { jsonrpc: '2.0', result: null, id: null };
    },
    destroy() {
      void disconnect();
      emitter.clear();
      observers.clear();
      tools.clear();
    },
  };
}
