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

/** A focused field that waits for keys. */
export interface TypingTarget extends ElementInfo {
  /** Only `text` and `rich` fields take keys; use `fill` for the others. */
  kind: Field['kind'];
}

/** A document at one moment. */
export interface PageState {
  url: string;
  title: string;
  /** Values of password and one-time code fields, to mask in every result. */
  secrets: string[];
}

/** Effects of an action that only the page itself can see. */
export interface Observation extends Omit<Observed, 'hasResponded'> {
  /** Empty if nothing changed since the last snapshot, otherwise one entry. */
  changes: PageChanges[];
  /** The page has no effect of the action to report yet. */
  isStill: boolean;
}

/** The outcome of an action. */
export type FinishedAction =
  /** The click was withheld, because this element was under the pointer instead. */
  | { obstacle: ElementInfo }
  /** `checked` is set for elements that a click turns on or off, `download` for links to a file. */
  | (Observation & { obstacle: null; checked?: boolean | 'mixed'; download?: string });

type Nothing = Record<never, never>;

interface Command<Parameters, Answer> {
  parameters: Parameters;
  answer: Answer;
}

/** Commands for an engine that has trusted input and a debugger next to the page script. */
export interface EngineCommands {
  snapshot: Command<SnapshotOptions, DocumentSnapshot>;
  /** A snapshot that gives no refs, and that later changes are not measured against. */
  glance: Command<{ maxSize: number }, DocumentSnapshot>;
  inspect: Command<{ selector: string }, Inspection>;
  state: Command<Nothing, PageState>;
  changes: Command<{ maxSize: number }, PageChanges[] | null>;
  /** Forgets the last snapshot, so that it can be taken again with newly found elements. */
  undoSnapshot: Command<Nothing, void>;
  findShadowHosts: Command<Nothing, void>;
  /** Only before the first ref is given: the refs of document 1 of frame `f2` begin with `f2ae1`. */
  nameRefs: Command<{ prefix: string; document?: number; older?: number }, void>;
  place: Command<{ selector: string }, ElementPlace | null>;

  target: Command<{ selector: string } & ActionNeeds, PointerTarget>;
  pressed: Command<Nothing, ElementInfo | null>;
  /** Combines `watch`, `place` and `target` in one call. */
  prepareClick: Command<{ selector: string; isRetry?: boolean }, PointerTarget & { place?: ElementPlace }>;
  /** Combines `pressed`, `rendered` and `observe` in one call; the watch continues for a later `observe`. */
  finishAction: Command<{ maxSize: number }, FinishedAction>;
  /** Puts the caret after the text, or selects the text so that the next key replaces it. */
  focusForTyping: Command<{ selector: string; clear?: boolean; origin?: string | undefined }, TypingTarget>;
  focusForKeys: Command<{ selector: string }, ElementInfo>;
  focused: Command<Nothing, ElementInfo>;
  /** What a pointer would hit, in the viewport of the script's document. */
  elementAt: Command<{ x: number; y: number }, ElementInfo>;
  releaseLocks: Command<Nothing, boolean>;
  fill: Command<{ selector: string; value: string; origin?: string | undefined }, ActionAnswer>;
  scroll: Command<ScrollOptions, ScrollAnswer>;
  leftToScroll: Command<ScrollOptions, ScrollAnswer['remaining']>;
  readBack: Command<{ selector: string }, ActionAnswer>;
  readTyped: Command<{ selector: string; text: string }, ActionAnswer>;
  fileInput: Command<{ selector: string }, (ElementInfo & { multiple: boolean }) | null>;
  expectDrop: Command<{ selector: string }, void>;
  hasDropped: Command<Nothing, boolean>;

  watch: Command<Nothing, void>;
  /** Resolves when the page has rendered what it did, twice if it did nothing, and moving content is at rest. */
  rendered: Command<Nothing, void>;
  /** Resolves when anything but the line of this ref changed, or after this time. */
  changed: Command<{ ref: string; milliseconds: number }, void>;
  /** Resolves when the page shows the first effect of an action and has rendered it, or after this time. */
  reaction: Command<{ milliseconds: number }, void>;
  /** Effects since `watch`, with changes if `maxSize` is given; in a later document, its alerts. */
  observe: Command<{ maxSize?: number; end?: boolean }, Observation>;
  waitFor: Command<WaitOptions & { id?: string }, { elapsed: number }>;
  cancelWait: Command<{ id: string }, void>;

  coverSecrets: Command<{ texts: readonly string[] }, void>;
  uncoverSecrets: Command<Nothing, void>;
}

// The other page commands need trusted input, which only an engine has.
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

/** A command as it is sent: the action with its parameters next to it. */
export type ScriptCommand<Action extends ScriptAction = ScriptAction> = {
  [Each in Action]: { action: Each } & ScriptParameters<Each>;
}[Action];

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: ErrorData };

/** The reply to a command, as JSON. */
export type ScriptReply<Value = unknown> = Outcome<Value> & {
  state?: PageState;
  refsGiven: number;
  possibleShadowHosts: number;
};
