import { type ActionAnswer, sleep } from '@btcp/protocol';
import type { TouchInput } from '@btcp/tools';
import type { Point } from '../input/mouse.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { placeIn } from './pointer.js';
import { reach } from './reach.js';

const STEPS = 10;
const STEP_MS = 16;

export async function touch(
  tab: Tab,
  { selector, x, y, toX, toY }: TouchInput,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const target = selector === undefined ? undefined : await reach(tab, selector, {}, signal);
  const start = target ?? (await placeIn(tab, { x: x ?? 0, y: y ?? 0 }));
  const { x: left, y: top } = start;
  const element = target
    ? { role: target.role, name: target.name, ref: target.ref }
    : await tab.answer(() => tab.frames.main.call({ action: 'elementAt', x: left, y: top }));
  const end = toX === undefined || toY === undefined ? undefined : { x: toX, y: toY };
  await orDialog(tab, send(tab, { x: left, y: top }, end, signal));
  return element;
}

async function send(tab: Tab, start: Point, end: Point | undefined, signal: AbortSignal): Promise<void> {
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    tab.cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await dispatch('touchStart', [start]);
  try {
    for (let step = 1; end && step <= STEPS; step++) {
      const share = step / STEPS;
      await dispatch('touchMove', [{ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }]);
      await sleep(STEP_MS, signal);
    }
  } finally {
    await dispatch('touchEnd', []);
  }
}
