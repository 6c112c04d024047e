// The declarations use `Disposable`, which an older `lib` does not include.
/// <reference lib="esnext.disposable" preserve="true" />
export { BtcpError, type ErrorData, type PageCommands } from '@btcp/protocol';
export { argumentsOf, type ToolArgument } from './calling/arguments-of.js';
export { type Call, callTool } from './calling/call-tool.js';
export { withDefaultTimeout } from './calling/default-timeout.js';
export { type Look, type LookOptions, lookAt } from './calling/look-at.js';
export { permitCall, permitPageCall, permitPageList } from './calling/permission.js';
export { refuseOthers, toolsInScope } from './calling/scoped-tools.js';
export { createToolSet, describeTool, type ToolDescription, type ToolSet } from './calling/tool-set.js';
export {
  callableTools,
  chooseTools,
  TOOL_SETS,
  type ToolChoice,
} from './calling/tool-sets.js';
export type { UserQuestion } from './conversations/ask-user.js';
export type { CallObserver, ObservedCall } from './conversations/call-observer.js';
export { type AgentPass, ControlLease, type Driver, type LeaseOptions } from './conversations/control-lease.js';
export type { BrowserGuard, Conversation } from './conversations/conversation.js';
export type { CallOutcome, ConversationFollower } from './conversations/conversation-follower.js';
export { Conversations, type ConversationsOptions } from './conversations/conversations.js';
export { PrivatePage } from './conversations/private-page.js';
export { type Drive, type SessionEvent, type SessionEventBody, SessionEvents } from './conversations/session-events.js';
export { StartQueue } from './conversations/start-queue.js';
export type { RequestAnswer, RequestInput } from './conversations/user-request.js';
export { ownPageSession } from './pages/own-page-session.js';
export type { CheckedReply, FollowedReply, PageCommandOptions, PageLink } from './pages/page-link.js';
export { pageProblem } from './pages/page-problem.js';
export { PageSession } from './pages/page-session.js';
export { readReply } from './pages/read-reply.js';
export { describeAnswer, PEERS, type PeerTools, peerTools } from './peers/peer-tools.js';
export type { PeerAnswer, PeerTable } from './peers/translation.js';
export type {
  ActedElement,
  ActionEffects,
  ActionOutcome,
  ClickInput,
  Dialog,
  DragInput,
  FailedRequest,
  Scrolled,
  ScrollInput,
  StartedDownload,
  TabInfo,
  TypeInput,
  UploadInput,
} from './port/actions.js';
export type { AuditCommand, AuditReport } from './port/audits.js';
export type {
  Answer,
  BrowserEngine,
  BrowserSession,
  CallOptions,
  Download,
  EvaluateOptions,
  FillOptions,
  FindInput,
  Found,
  Glance,
  GlanceInput,
  KeptFile,
  NavigateOptions,
  PageInfo,
  PageWords,
  TextFormat,
  WaitInput,
  WaitUntil,
} from './port/browser-session.js';
export type { ConnectedPage, ConnectedPages } from './port/connected-pages.js';
export type { EmulationInput, EmulationSettings } from './port/emulation.js';
export type { ClipboardInput, DropInput, HoldKeyInput, PointerInput, TouchInput } from './port/input.js';
export type {
  DriverCounts,
  DriverMessage,
  LiveBrowser,
  LiveEvent,
  LiveFrame,
  OnEntered,
  ScreencastQuality,
} from './port/live-browser.js';
export type {
  Captured,
  ConsoleEntry,
  HarCommand,
  HarOutcome,
  NetworkConditions,
  NetworkEntry,
  OriginHeaders,
  RequestDetails,
  RouteCommand,
  RouteInfo,
  RouteRule,
  ScriptContext,
} from './port/network.js';
export type {
  CompareInput,
  Image,
  PdfInput,
  Picture,
  PictureDifference,
  ScreenshotInput,
  VideoCommand,
  VideoReport,
} from './port/pictures.js';
export type {
  BrowserState,
  Cookie,
  CookieCommand,
  SavedOrigin,
  SavedTab,
  StateChange,
  StateFile,
  StateFileInput,
  StorageCommand,
  StorageContent,
} from './port/storage.js';
export { maskAddress } from './secrets/masking/credentials.js';
export type { Masker } from './secrets/masking/masker.js';
export { publicAddress } from './secrets/redact.js';
export { checkSecrets, type Secret, type Secrets } from './secrets/secrets.js';
export type { ShieldedSession } from './secrets/shield.js';
export type { Acted, Effects } from './shaping/action-output.js';
export { enclose, Ours, ours, type Summary } from './shaping/boundary/boundary.js';
export { type EnclosedData, encloseData, encloseJson } from './shaping/boundary/enclose-data.js';
export { DOWNLOAD_TYPE, fileName } from './shaping/keep-file.js';
export { pageContent } from './shaping/page-content.js';
export { fileIn } from './shaping/saved-as.js';
export type { ToolResult } from './shaping/tool-result.js';
export { type RecordedRequest, readHar } from './state/har-file.js';
export { changesBetween, changesToMake } from './state/merge-state.js';
export { readBrowserState, type StorageState, toStorageState } from './state/storage-state.js';
export { aliases, catalogue, wholeBrowserTools } from './tools/catalogue.js';
export { toAddress } from './tools/definition/address.js';
export { duration, toMilliseconds } from './tools/definition/duration.js';
export { defineTool, type Tool } from './tools/definition/tool.js';
export type { ToolBrowser, ToolContext } from './tools/definition/tool-context.js';
export { newestOf, pageTools } from './tools/page-tools.js';
