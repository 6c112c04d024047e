import type { Modifier, MouseButton } from 'btcp-browser-agent';
import type { CDPSession } from 'puppeteer-core';
import { modifierBits } from './modifiers.js';

export interface Point {
  x: number;
  y: number;
}

export interface ClickOptions {
  button?: MouseButton | undefined;
  count?: number | undefined;
  modifiers?: readonly Modifier[] | undefined;
}

const BUTTONS: Record<MouseButton, number> = { left: 1, right: 2, middle: 4 };

export function buttonBits(buttons: Iterable<MouseButton>): number {
  return [...buttons].reduce((bits, button) => bits | BUTTONS[button], 0);
}

export async function movePointer(
  cdp: CDPSession,
  { x, y }: Point,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers: modifierBits(modifiers) });
}

/** All events are sent at once, because Chrome would hold back a single move until the next frame. */
export async function clickAt(cdp: CDPSession, point: Point, options: ClickOptions = {}): Promise<void> {
  const { button = 'left', count = 1, modifiers = [] } = options;
  const event = { ...point, button, modifiers: modifierBits(modifiers) };
  const sent: Promise<unknown>[] = [movePointer(cdp, point, modifiers)];
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    const pressed = { ...event, clickCount, buttons: BUTTONS[button] };
    sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pressed }));
    sent.push(cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pressed, buttons: 0 }));
  }
  await Promise.all(sent);
}
