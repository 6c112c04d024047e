import type {
  ActionAnswer,
  AnswerTo,
  ElementInfo,
  ElementPlace,
  ErrorData,
  Inspection,
  PageChanges,
  ParametersOf,
  ReadAction,
  ScrollAnswer,
  SnapshotOptions,
} from '@btcp/protocol';
import type { ActionNeeds } from '../../acting/actionability/assert-actionable.js';
import type { ScrollOptions } from '../../acting/actions/scroll.js';
import type { Field } from '../../acting/fields/fields.js';
import type { DocumentSnapshot } from '../../reading/snapshot/take-snapshot.js';
import type { WaitOptions } from '../../watching/wait/conditions.js';
import type { Observed } from '../../watching/watch/page-watch.js';

/** Where a pointer reaches an element, in the viewport of the script's document. */
export interface PointerTarget extends ElementInfo {
  x: number;
  y: number;
  rect: { x: number; y: number; width: number; height: number };
}

/** A field that has the focus and waits for keys. */
export interface TypingTarget extends ElementInfo {
  /** Only `text` and `rich` fields take keys; use `fill` for the others. */
  kind: Field['kind'];
}

/** A document at one moment. */
export interface PageState {
  url: string;
  title: string;
  /** What fields of passwords and one-time codes hold, to be masked in every result. */
  secrets: string[];
}

/** Effects of an action that only the page itself can see. */
export interface Observation extends Observed {
  /** None where nothing changed since the last snapshot; one entry otherwise. */
  changes: PageChanges[];
}

/** What an action came to. */
export type FinishedAction =
  /** A click was withheld, because this element was under the pointer instead. */
  | { obstacle: ElementInfo }
  /** `checked` for what a click turns on and off. */
  | (Observation & { obstacle: null; checked?: boolean | 'mixed' });

type Nothing = Record<never, never>;

interface Command<Parameters, Answer> {
  parameters: Parameters;
  answer: Answer;
}

/** Commands for an engine that has trusted input and a debugger beside the page script. */
export interface EngineCommands {
  snapshot: Command<SnapshotOptions, DocumentSnapshot>;
  inspect: Command<{ selector: string }, Inspection>;
  state: Command<Nothing, PageState>;
  /** How the document differs from its last snapshot; null where there was none. */
  changes: Command<{ maxSize: number }, PageChanges[] | null>;
  /** Forgets the last snapshot, which is taken again with what was found out since. */
  undoSnapshot: Command<Nothing, void>;
  /** Looks for elements that may have a closed shadow root, as a snapshot does. */
  findShadowHosts: Command<Nothing, void>;
  /** Names refs `f2e8` after `f2` and 7; only before the first ref is given. */
  continueRefs: Command<{ prefix: string; last?: number }, void>;
  /** How the element is found again after a reload; null where nothing is specific enough. */
  place: Command<{ selector: string }, ElementPlace | null>;

  /** Scrolls the element into view, waits until it is still, and returns where a pointer reaches it. */
  target: Command<{ selector: string } & ActionNeeds, PointerTarget>;
  /** What was under the pointer in place of the element that `target` was asked for; null where nothing was. */
  pressed: Command<Nothing, ElementInfo | null>;
  /** All that comes before the mouse events of a click: `watch`, `place` and `target` in one. */
  prepareClick: Command<{ selector: string; isRetry?: boolean }, PointerTarget & { place?: ElementPlace }>;
  /** All that comes after an action: `pressed`, `rendered` and `observe` in one. The watch goes on for a later `observe`. */
  finishAction: Command<{ maxSize: number }, FinishedAction>;
  /** Focuses a field and puts the caret after its text, or selects the text so that the next key replaces it. */
  focusForTyping: Command<{ selector: string; clear?: boolean; origin?: string | undefined }, TypingTarget>;
  /** Moves the focus to an element, so that keys reach it. */
  focusForKeys: Command<{ selector: string }, ElementInfo>;
  focused: Command<Nothing, ElementInfo>;
  releaseLocks: Command<Nothing, boolean>;
  fill: Command<{ selector: string; value: string; origin?: string | undefined }, ActionAnswer>;
  scroll: Command<ScrollOptions, ScrollAnswer>;
  leftToScroll: Command<ScrollOptions, ScrollAnswer['remaining']>;
  /** The state of the element, or of the control that it labels. */
  readBack: Command<{ selector: string }, ActionAnswer>;
  /** The state of a field after typing, with a note where it does not hold the text. */
  readTyped: Command<{ selector: string; text: string }, ActionAnswer>;
  /** The file input that an element is, labels or contains. */
  fileInput: Command<{ selector: string }, (ElementInfo & { multiple: boolean }) | null>;
  expectDrop: Command<{ selector: string }, void>;
  hasDropped: Command<Nothing, boolean>;

  watch: Command<Nothing, void>;
  /** Resolves when the page has rendered twice and what that moves is at rest. */
  rendered: Command<Nothing, void>;
  /** Resolves when anything but the line of this ref changed, or after this time. */
  changed: Command<{ ref: string; milliseconds: number }, void>;
  /** Effects since `watch`, with changes where `maxSize` is given. In a document that came later, the alerts that it shows. */
  observe: Command<{ maxSize?: number; end?: boolean }, Observation>;
  /** `id` is for `cancelWait`. */
  waitFor: Command<WaitOptions & { id?: string }, { elapsed: number }>;
  cancelWait: Command<{ id: string }, void>;

  /** Covers secret fields, and fields that hold one of these texts, until `uncoverSecrets`. */
  coverSecrets: Command<{ texts: readonly string[] }, void>;
  uncoverSecrets: Command<Nothing, void>;
}

/** Page commands that a page script takes as they are. The others need trusted input, which an engine has. */
type SharedAction = 'find' | 'select' | ReadAction;

/** The name of a command for a page script. */
export type ScriptAction = SharedAction | keyof EngineCommands;

/** The parameters of a command for a page script. */
export type ScriptParameters<Action extends ScriptAction> = Action extends keyof EngineCommands
  ? EngineCommands[Action]['parameters']
  : Action extends SharedAction
    ? ParametersOf<Action>
    : never;

/** The answer to a command for a page script. */
export type ScriptAnswer<Action extends ScriptAction> = Action extends keyof EngineCommands
  ? EngineCommands[Action]['answer']
  : Action extends SharedAction
    ? AnswerTo<Action>
    : never;

/** A command as it is sent: the action, and its parameters beside it. */
export type ScriptCommand<Action extends ScriptAction = ScriptAction> = {
  [Each in Action]: { action: Each } & ScriptParameters<Each>;
}[Action];

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: ErrorData };

/** The reply to a command, as JSON. */
export type ScriptReply<Value = unknown> = Outcome<Value> & {
  state?: PageState;
  /** The number of the newest ref: the next document of the frame continues from there. */
  lastRef: number;
  /** Elements that may have a closed shadow root and that no debugger has looked at. */
  possibleShadowHosts: number;
};
