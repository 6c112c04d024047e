import type { ElementInfo, FieldState } from './element.js';

/** The answer to an action: the element it acted on, with its state afterwards. */
export interface ActionAnswer extends ElementInfo, FieldState {
  note?: string;
  /** The action unloads the document, so this reply is its last. */
  leaving?: true;
}

/** The answer to a key press. */
export interface PressAnswer extends ActionAnswer {
  /** Empty if the key led to another page. */
  focused: string;
}

/** The answer to a drag. */
export interface DragAnswer extends ActionAnswer {
  target: string;
}

/** The files that an input took. */
export interface UploadAnswer extends ActionAnswer {
  files: { name: string; size: number }[];
}

/** A direction to scroll in. */
export type Direction = 'down' | 'left' | 'right' | 'up';

/** How far something scrolled. */
export interface ScrollAnswer {
  scrolled: string;
  moved: { x: number; y: number };
  remaining: Record<Direction, number>;
  note?: string;
}

/** Where a navigation arrived. */
export interface NavigationAnswer {
  url: string;
  title: string;
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
  screenshot: string;
  format: ImageFormat;
  width: number;
  height: number;
}

/** One element that a search found. */
export interface Match extends ElementInfo {
  line: string;
}

/** The elements that a search found. */
export interface FindAnswer {
  matches: Match[];
  more: number;
  frames: { ref: string; at: number }[];
}

/** An option of a select, by value or label, by index, or by a named one of these. */
export type Choice = string | number | { value?: string; label?: string; index?: number };

/** A file with its content. */
export interface UploadFile {
  name: string;
  mimeType?: string | undefined;
  text?: string | undefined;
  base64?: string | undefined;
}
