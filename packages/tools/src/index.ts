export { BtcpError, type ErrorData } from '@btcp/protocol';
export { Ours, ours, type Summary } from './boundary/boundary.js';
export type {
  Acted,
  ActionOutcome,
  BrowserEngine,
  BrowserSession,
  Captured,
  ClickInput,
  ConsoleEntry,
  Dialog,
  Download,
  Effects,
  Image,
  NavigateOptions,
  NetworkEntry,
  PageInfo,
  Picture,
  ScreenshotInput,
  ScriptContext,
  Scrolled,
  ScrollInput,
  TabInfo,
  TypeInput,
  WaitInput,
  WaitUntil,
} from './browser-session.js';
export { type Call, callTool } from './call-tool.js';
export { catalogue } from './catalogue.js';
export type { ConnectedPage, ConnectedPages } from './connected-pages.js';
export type { BrowserGuard, Conversation } from './conversation.js';
export { Conversations, type ConversationsOptions } from './conversations.js';
export { duration, toMilliseconds } from './duration.js';
export type { Masker } from './masking/masker.js';
export { checkSecrets, type Secret, type Secrets } from './secrets/secrets.js';
export { defineTool, type Tool, type ToolResult } from './tool.js';
export type { ToolContext } from './tool-context.js';
export { createToolSet, describeTool, type ToolDescription, type ToolSet } from './tool-set.js';
export { pageTools } from './tools/page-tools.js';
