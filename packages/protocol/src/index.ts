export { boundaryLines, isBoundaryLine, withoutBoundary } from './boundary.js';
export { isOverloaded } from './bounded-json.js';
export { CAPABILITIES, covers, isCapability, missingCapabilities } from './capabilities.js';
export type { CommandDefinition } from './contract/definition.js';
export {
  type AnswerTo,
  PAGE_COMMANDS,
  type PageAction,
  type PageCommand,
  type ParametersOf,
  type ReadAction,
  readAnswer,
} from './contract/page-commands.js';
export { checkArguments } from './contract/parameters.js';
export type { ElementState, ReadablePage, TextFormat } from './contract/readable-page.js';
export { READERS } from './contract/reading.js';
export { PAGE_TOOL, type PageCommands, type PageReply, type PageWhere } from './contract/reply.js';
export { BtcpError, type ErrorData, isErrorCode } from './errors/btcp-error.js';
export { errorCodeOf } from './errors/error-code-of.js';
export { ERROR_CODES, type ErrorCode } from './errors/error-codes.js';
export { isId, isNotification, isObject, isRequest, isResponse } from './json-rpc/guards.js';
export type {
  JSONRPCErrorObject,
  JSONRPCFailure,
  JSONRPCId,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCPacket,
  JSONRPCRequest,
  JSONRPCResponse,
  JSONRPCSuccess,
} from './json-rpc/messages.js';
export { onTimeoutOrAbort } from './json-rpc/on-timeout-or-abort.js';
export { formatFrame, MAX_FRAME_SIZE, parseFrame } from './json-rpc/parse.js';
export { createPeer, type IncomingCall, type Peer, type PeerOptions, type RequestOptions } from './json-rpc/peer.js';
export { RpcError } from './json-rpc/rpc-error.js';
export { METHOD_NOT_FOUND, WIRE_CODES, type WireCode } from './json-rpc/wire-codes.js';
export type { ControlReason, ControlState, Holder, UserRequest, UserRequestOutcome } from './live/control.js';
export { decodeFrame, encodeFrame, FRAME_HEADER_BYTES, type Frame } from './live/frame.js';
export type { Caller, ListedSession } from './live/listed-session.js';
export {
  type FrameMetadata,
  type GrantablePermission,
  LIVE_CLOSE_CODES,
  type LiveDialog,
  type LiveDownload,
  type LiveMessage,
  type LiveTab,
  type Picker,
  type PickerOption,
  type Rectangle,
} from './live/server-messages.js';
export {
  type ChosenFile,
  type CompositionMessage,
  type ConfigMessage,
  type KeyboardMessage,
  LIVE_SUBPROTOCOL,
  MAX_CHOSEN_BYTES,
  MAX_FILE_PART,
  type MouseMessage,
  PLAIN_SUBPROTOCOL,
  type Position,
  type TouchMessage,
  type ViewerMessage,
} from './live/viewer-messages.js';
export { MASK } from './mask.js';
export type { BtcpMethod } from './methods.js';
export type {
  ActionAnswer,
  BoxAnswer,
  Choice,
  Direction,
  DragAnswer,
  FindAnswer,
  ImageFormat,
  Match,
  NavigationAnswer,
  PressAnswer,
  ScreenshotAnswer,
  ScrollAnswer,
  UploadAnswer,
  UploadFile,
} from './page/answers.js';
export { type PageChanges, renderChanges } from './page/changes.js';
export { cursorAt, framePrefixOf, type Resumption, resumeAt, resumptionNote } from './page/cursor.js';
export { type ElementInfo, type ElementPlace, type FieldState, labelOf } from './page/element.js';
export { MODIFIERS, type Modifier } from './page/modifiers.js';
export { documentMark, type ParsedRef, parseRef, replaceRefs } from './page/ref.js';
export {
  DEFAULT_SNAPSHOT_SIZE,
  type Inspection,
  type RefInfo,
  type Snapshot,
  type SnapshotOptions,
  WHOLE_PAGE,
} from './page/snapshot.js';
export type { SavedDatabase, SavedStore } from './saved-database.js';
export { sleep, untilAborted, within } from './timing.js';
export {
  type CallToolResult,
  type Content,
  PROTOCOL_VERSION,
  SAVE_AS_HEADER,
  type ToolInfo,
  type Welcome,
} from './tool-messages.js';
export { counted } from './words/counted.js';
export { didYouMean } from './words/did-you-mean.js';
