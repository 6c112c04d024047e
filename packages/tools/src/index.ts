// Our declarations speak of `Disposable`, which a program of an older `lib` does not know by itself.
/// <reference lib="esnext.disposable" preserve="true" />
export { BtcpError, type ErrorData } from '@btcp/protocol';
export { toAddress } from './address.js';
export { argumentsOf, type ToolArgument } from './arguments-of.js';
export { Ours, ours, type Summary } from './boundary/boundary.js';
export { type EnclosedData, encloseData } from './boundary/enclose-data.js';
export type {
  Acted,
  ActionOutcome,
  Answer,
  BrowserEngine,
  BrowserSession,
  BrowserState,
  CallOptions,
  Captured,
  ClickInput,
  ConsoleEntry,
  Dialog,
  Download,
  DragInput,
  Effects,
  EvaluateOptions,
  FailedRequest,
  FillOptions,
  Image,
  KeptFile,
  NavigateOptions,
  NetworkEntry,
  PageInfo,
  Picture,
  SavedOrigin,
  SavedTab,
  ScreenshotInput,
  ScriptContext,
  Scrolled,
  ScrollInput,
  StartedDownload,
  Subject,
  TabInfo,
  TextFormat,
  TypeInput,
  UploadInput,
  WaitInput,
  WaitUntil,
} from './browser-session.js';
export { type Call, callTool } from './call-tool.js';
export { aliases, catalogue } from './catalogue.js';
export type { ConnectedPage, ConnectedPages } from './connected-pages.js';
export { type AgentPass, ControlLease, type Driver, type LeaseOptions } from './control-lease.js';
export type { BrowserGuard, Conversation, UserQuestion } from './conversation.js';
export { Conversations, type ConversationsOptions } from './conversations.js';
export { withDefaultTimeout } from './default-timeout.js';
export { duration, toMilliseconds } from './duration.js';
export { fileName } from './keep-file.js';
export type { CastQuality, DriverMessage, HandsTally, LiveBrowser, LiveEvent, LiveFrame } from './live-browser.js';
export type { Masker } from './masking/masker.js';
export { type BrowserAgentLike, ownPageSession } from './page/own-page-session.js';
export type { Followed, PageAnswer, PageCommand, PageCommandOptions, PageLink } from './page/page-link.js';
export { PageSession } from './page/page-session.js';
export { readResponse } from './page/read-response.js';
export { wholeBrowserTools } from './page/whole-browser-tools.js';
export { pageProblem } from './page-problem.js';
export { publicAddress } from './redact.js';
export { checkSecrets, type Secret, type Secrets } from './secrets/secrets.js';
export type { ShieldedSession } from './secrets/shield.js';
export { type Drive, type SessionEvent, type SessionEventBody, SessionEvents } from './session-events.js';
export { defineTool, type Tool, type ToolResult } from './tool.js';
export type { ToolBrowser, ToolContext } from './tool-context.js';
export { createToolSet, describeTool, type ToolDescription, type ToolSet } from './tool-set.js';
export {
  callableTools,
  chooseTools,
  TOOL_SETS,
  type ToolChoice,
} from './tool-sets.js';
export { pageTools } from './tools/page-tools.js';
export { sleep, untilAborted } from './until-aborted.js';
export type { RequestAnswer, RequestInput } from './user-request.js';
