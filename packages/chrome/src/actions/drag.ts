import { type ActionAnswer, BtcpError, labelOf, sleep } from '@btcp/protocol';
import type { DragInput } from '@btcp/tools';
import type { PointerTarget } from 'btcp-browser-agent';
import type { Protocol } from 'puppeteer-core';
import { Subscriptions } from '../cdp/subscriptions.js';
import type { Point } from '../input/mouse.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { reach } from './reach.js';

const STEPS = 8;
const STEP_MS = 20;

export async function drag(tab: Tab, input: DragInput, signal: AbortSignal): Promise<ActionAnswer> {
  const { to, position } = input;
  const { start, end } = await bothOnScreen(tab, input, signal);
  const subscriptions = new Subscriptions();
  let dragged: Protocol.Input.DragData | undefined;
  for (const cdp of tab.frames.sessions) {
    subscriptions.on(cdp, 'Input.dragIntercepted', ({ data }) => {
      dragged = data;
    });
    cdp.send('Input.setInterceptDrags', { enabled: true }).catch(() => {});
  }
  let isRefused = false;
  try {
    await tab.answer(() => tab.frames.of(to).call({ action: 'expectDrop', selector: to }));
    await mouse(tab, 'mouseMoved', start, 0);
    await mouse(tab, 'mousePressed', start, 1);
    for (let step = 1; step <= STEPS && !dragged; step++) {
      await mouse(tab, 'mouseMoved', between(start, end, step / STEPS), 1);
      await sleep(STEP_MS, signal);
    }
    if (dragged) await drop(tab, dragged, end, signal);
    isRefused = dragged !== undefined && !(await hasDropped(tab, to));
  } finally {
    await mouse(tab, 'mouseReleased', end, 0);
    subscriptions.end();
    for (const cdp of tab.frames.sessions) cdp.send('Input.setInterceptDrags', { enabled: false }).catch(() => {});
  }
  if (isRefused) {
    throw new BtcpError('not_actionable', `${labelOf(end)} does not accept ${labelOf(start)}.`, {
      hint: 'Drop it on another element.',
    });
  }
  const { role, name, ref } = start;
  return { role, name, ref, note: `Dropped ${position ?? 'on'} ${labelOf(end)} ${end.ref}.` };
}

// A page that opens a dialog or leaves has reacted, too.
async function hasDropped(tab: Tab, to: string): Promise<boolean> {
  return tab.answer(() => tab.frames.of(to).call({ action: 'hasDropped' })).catch(() => true);
}

async function bothOnScreen(
  tab: Tab,
  { selector, to, position }: DragInput,
  signal: AbortSignal,
): Promise<{ start: PointerTarget; end: PointerTarget }> {
  await reach(tab, to, { enabled: false }, signal);
  const start = await reach(tab, selector, {}, signal);
  const end = await reach(tab, to, { enabled: false, ...(position ? { edge: position } : {}) }, signal);
  const { x, y } = await tab.answer(() => tab.frames.of(selector).call({ action: 'box', selector }));
  if (Math.abs(x - start.rect.x) < 1 && Math.abs(y - start.rect.y) < 1) return { start, end };
  throw new BtcpError(
    'not_actionable',
    `${labelOf(start)} and ${labelOf(end)} are too far apart to be both on screen.`,
    {
      hint: 'Make the page larger with browser_resize.',
    },
  );
}

async function drop(tab: Tab, data: Protocol.Input.DragData, point: Point, signal: AbortSignal): Promise<void> {
  const { x, y } = point;
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    signal.throwIfAborted();
    await orDialog(tab, tab.cdp.send('Input.dispatchDragEvent', { type, x, y, data }));
    await sleep(STEP_MS, signal);
  }
}

async function mouse(
  tab: Tab,
  type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
  { x, y }: Point,
  buttons: number,
): Promise<void> {
  const button = type === 'mouseMoved' && buttons === 0 ? 'none' : 'left';
  await orDialog(tab, tab.cdp.send('Input.dispatchMouseEvent', { type, x, y, button, buttons, clickCount: 1 }));
}

function between(start: Point, end: Point, share: number): Point {
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}
