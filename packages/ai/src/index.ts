export { type BrowserToolsOptions, browserTools, type ToolCaller } from './browser-tools.js';
export type { Approval, BrowserTool } from './create-tools.js';
export type { AgentOptions } from './engine/agent-options.js';
export { type BrowserSource, createBrowser } from './engine/create-browser.js';
export { showPictures } from './show-pictures.js';
export type { ToolCallInfo, ToolEvents } from './tool-events.js';
