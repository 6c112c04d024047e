export type {
  BoxAnswer as Box,
  Choice,
  Direction,
  FieldState,
  ImageFormat,
  Modifier,
  NavigationAnswer as NavigationResult,
  PageReply as Response,
  ScreenshotAnswer as Screenshot,
  ScrollAnswer as ScrollResult,
  UploadFile,
} from '@btcp/protocol';
export type { ActionNeeds } from './acting/actionability/assert-actionable.js';
export type { ClickOptions } from './acting/actions/click.js';
export type { ScrollOptions } from './acting/actions/scroll.js';
export type { TypeOptions } from './acting/actions/type.js';
export { type Json, type SerialiseOptions, serialise } from './acting/evaluate/serialise.js';
export { type Chord, type Key, keyOf, keyOfCharacter, parseChord } from './acting/keyboard/keys.js';
export type { NavigationOptions, WaitUntil } from './acting/navigation/navigation.js';
export type { MouseButton } from './acting/page/pointer.js';
export type { ScreenshotOptions } from './acting/picture/screenshot.js';
export { BrowserAgent } from './entries/browser-agent/browser-agent.js';
export type { ActionDescription, Description } from './entries/browser-agent/describe-actions.js';
export type { BrowserAgentConfig } from './entries/browser-agent/driven-page.js';
export type { Command } from './entries/browser-agent/execute.js';
export type { ActionResult, DragResult, PressResult, UploadResult } from './entries/browser-agent/results.js';
export type { ReadDatabases } from './entries/databases/read-databases.js';
export type {
  EngineCommands,
  FinishedAction,
  Observation,
  PageState,
  PointerTarget,
  ScriptAction,
  ScriptAnswer,
  ScriptCommand,
  ScriptParameters,
  ScriptReply,
  TypingTarget,
} from './entries/page-script/commands.js';
export { PageScript } from './entries/page-script/page-script.js';
export { RefTable } from './reading/refs/refs.js';
export { insertFrames } from './reading/snapshot/insert-frames.js';
export type { DocumentSnapshot, FrameSlot } from './reading/snapshot/take-snapshot.js';
export type { LiveReport, PickerAnswer } from './watching/live/live-hooks.js';
export type { ElementState, WaitOptions } from './watching/wait/conditions.js';
export type { WaitResult } from './watching/wait/wait-for.js';
