export type { BTCPClient, BTCPClientOptions, ConnectionStatus, ToolDefinition } from '@btcp/client';
export type { BTCP } from './btcp.js';
export { BTCPPlugin } from './btcp-plugin.js';
export { useBTCP } from './use-btcp.js';
export { useTool } from './use-tool.js';
