import type { ElementInfo, ElementPlace, FieldState, PageChanges } from '@btcp/protocol';

/** An alert, confirm or prompt that waits for an answer. */
export interface Dialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  defaultText?: string;
}

/** A tab of the browser. */
export interface TabInfo {
  id: string;
  url: string;
  title: string;
  active: boolean;
  /** A person opened it, in a browser of theirs: it can be selected, and not closed. */
  isPersons?: boolean;
}

/** The element that an action was done to, and its state now. */
export interface ActedElement extends ElementInfo, FieldState, Partial<ElementPlace> {
  note?: string;
}

/** A download that has started; path and size are known once it is complete. */
export interface StartedDownload {
  url: string;
  name: string;
  path?: string;
  size?: number;
  failure?: string;
}

/** A request that failed. */
export interface FailedRequest {
  method: string;
  url: string;
  status?: number;
  failure?: string;
}

/** What an action set off. */
export interface ActionEffects {
  waited: number;
  navigated?: string;
  title?: string;
  dialog?: Dialog;
  openedTabs?: TabInfo[];
  downloads?: StartedDownload[];
  fileChooser?: { multiple: boolean };
  /** The element that got the focus, unless it is the one acted on. */
  focus?: ElementInfo;
  /** Texts of alerts, toasts and other live regions, even if they are gone by now. */
  announcements?: string[];
  changes?: PageChanges[];
  consoleErrors?: string[];
  failedRequests?: FailedRequest[];
}

/** The element of an action and the effects. */
export interface ActionOutcome {
  acted: ActedElement;
  effects: ActionEffects;
}

/** What to click, and how. */
export interface ClickInput {
  selector: string;
  button?: 'left' | 'middle' | 'right' | undefined;
  count?: number | undefined;
  modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[] | undefined;
  wait?: number | undefined;
}

/** What to type, and into which field. */
export interface TypeInput {
  selector: string;
  text: string;
  clear?: boolean | undefined;
  delay?: number | undefined;
  submit?: boolean | undefined;
  /** Fails unless the document that holds the field is of this origin. */
  origin?: string | undefined;
  wait?: number | undefined;
}

/** What to drag, and where to. */
export interface DragInput {
  selector: string;
  to: string;
  /** On the middle of `to` by default. */
  position?: 'before' | 'after' | undefined;
}

/** Which files to give to which input. */
export interface UploadInput {
  /** A file input, its label, or a button that asks for files. */
  selector: string;
  paths: readonly string[];
}

/** What to scroll, and how far. */
export interface ScrollInput {
  selector?: string | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount?: number | undefined;
}

/** What was scrolled, how far, and how much is left in each direction. */
export interface Scrolled {
  scrolled: string;
  moved: { x: number; y: number };
  remaining: { up: number; down: number; left: number; right: number };
  note?: string;
  changes?: PageChanges[];
}
