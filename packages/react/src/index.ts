'use client';

export type { BTCPClient, BTCPClientOptions, ConnectionStatus, ToolDefinition } from '@btcp/client';
export { BTCPProvider, type BTCPProviderProps } from './btcp-provider.js';
export { type BTCPClientResult, useBTCPClient } from './use-btcp-client.js';
export { useTool } from './use-tool.js';
export { type ToolResult, useToolResult } from './use-tool-result.js';
