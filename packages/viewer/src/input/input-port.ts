import type { ViewerMessage } from '@btcp/protocol';
import type { Spot } from '../picture/mapping.js';

/** What the listeners of mouse, touch and keyboard need of their viewer. */
export interface InputPort {
  readonly canvas: HTMLCanvasElement;
  /** Aborted when the viewer is closed: every listener ends with it. */
  readonly signal: AbortSignal;
  isDriving(): boolean;
  /** Driving, and the page has the focus of the person. */
  isActive(): boolean;
  send(message: ViewerMessage): void;
  /** Undefined until there is a picture. */
  spotAt(event: { clientX: number; clientY: number }): Spot | undefined;
  /** Sends the keys of the person to the page from now on. */
  focus(at: { clientX: number; clientY: number }): void;
}

interface Modifiers {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** 1 Alt, 2 Control, 4 Meta, 8 Shift. */
export function modifiersOf({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): number {
  return Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);
}

/** Whether Command does here what Control does elsewhere. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
