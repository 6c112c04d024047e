import type { Modifier } from '@btcp/protocol';

/** What to do with the pointer; the place is in pixels of the viewport, and the last one when left out. */
export interface PointerInput {
  action: 'move' | 'down' | 'up' | 'click' | 'wheel';
  x?: number | undefined;
  y?: number | undefined;
  button?: 'left' | 'middle' | 'right' | undefined;
  count?: number | undefined;
  deltaX?: number | undefined;
  deltaY?: number | undefined;
  modifiers?: readonly Modifier[] | undefined;
}

/** A key to hold down, or to release. */
export interface HoldKeyInput {
  key: string;
  action: 'down' | 'up';
}

/** What to drop on an element: files, or data by MIME type. */
export interface DropInput {
  selector: string;
  paths?: readonly string[] | undefined;
  data?: Readonly<Record<string, string>> | undefined;
}

/** What to do with the clipboard of the browser. */
export type ClipboardInput = { action: 'read' } | { action: 'write'; text: string };

/** Where to touch, by element or by place, and where the finger goes from there. */
export interface TouchInput {
  selector?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  toX?: number | undefined;
  toY?: number | undefined;
}
