import type { ElementInfo, FieldState } from './element.js';

/** What an action reports: the element it acted on, and the state of that element now. */
export interface ActionAnswer extends ElementInfo, FieldState {
  /** What the caller should know: the page changed the value, nothing moved, … */
  note?: string;
  /** The action is unloading the document, so this reply is its last. */
  leaving?: true;
}

/** The answer to a key press. */
export interface PressAnswer extends ActionAnswer {
  /** The label of the element that has the focus now. */
  focused: string;
}

/** The answer to a drag. */
export interface DragAnswer extends ActionAnswer {
  /** The label of the element that it was dropped on. */
  target: string;
}

/** The files that an input took. */
export interface UploadAnswer extends ActionAnswer {
  files: { name: string; size: number }[];
}

/** Where to scroll. */
export type Direction = 'down' | 'left' | 'right' | 'up';

/** How far something scrolled. */
export interface ScrollAnswer {
  /** `page`, or the label of the element that scrolled. */
  scrolled: string;
  /** Pixels. */
  moved: { x: number; y: number };
  /** Pixels that are left each way. */
  remaining: Record<Direction, number>;
  note?: string;
}

/** Where a navigation arrived. */
export interface NavigationAnswer {
  url: string;
  title: string;
  /** The HTTP status, where the browser reports it. */
  status?: number;
  leaving?: true;
}

/** Where an element is in the viewport, in pixels. */
export interface BoxAnswer {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The format of a screenshot. */
export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** A screenshot and its size. */
export interface ScreenshotAnswer {
  /** Base64. */
  screenshot: string;
  format: ImageFormat;
  width: number;
  height: number;
}

/** One element that a search found. */
export interface Match extends ElementInfo {
  /** As a snapshot shows it, without indent and dash. */
  line: string;
}

/** The elements that a search found. */
export interface FindAnswer {
  matches: Match[];
  /** How many more there are. */
  more: number;
  /** Iframes that could not be searched from here, with the number of matches before each. */
  frames: { ref: string; at: number }[];
}

/** An option of a select: its value or label, its index, or any of them by name. */
export type Choice = string | number | { value?: string; label?: string; index?: number };

/** A file with its content. */
export interface UploadFile {
  name: string;
  mimeType?: string | undefined;
  text?: string | undefined;
  base64?: string | undefined;
}
