export { type BrowserToolsOptions, browserTools, type ToolCaller } from './browser-tools.js';
export type { AgentOptions } from './engine/agent-options.js';
export { type BrowserSource, createBrowser } from './engine/create-browser.js';
export type { Approval, BrowserTool } from './tools/create-tools.js';
export { showPictures } from './tools/show-pictures.js';
export type { ToolCallInfo, ToolEvents } from './tools/tool-events.js';
