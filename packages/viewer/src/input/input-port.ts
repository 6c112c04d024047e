import type { ViewerMessage } from '@btcp/protocol';
import type { Spot } from '../picture/mapping.js';

export interface InputPort {
  readonly canvas: HTMLCanvasElement;
  readonly signal: AbortSignal;
  isDriving(): boolean;
  isActive(): boolean;
  send(message: ViewerMessage): void;
  spotAt(event: { clientX: number; clientY: number }): Spot | undefined;
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

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
