export { type BTCPBrowserPlugin, btcpBrowserPlugin, btcpBrowserPlugin as default } from './browser-plugin.js';
export type { BTCPBrowserPluginConfig, BTCPToolName } from './config.js';
export type { PlainAgent } from './plain-agent.js';
export type { PluginResult } from './results.js';
