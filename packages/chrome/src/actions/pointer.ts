import { type ActionAnswer, BtcpError } from '@btcp/protocol';
import type { HoldKeyInput, PointerInput } from '@btcp/tools';
import { type Key, parseChord } from 'btcp-browser-agent';
import { Held } from '../input/held.js';
import { holdKey as hold } from '../input/keyboard.js';
import { modifierBits } from '../input/modifiers.js';
import { buttonBits, clickAt, type Point } from '../input/mouse.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';

const heldIn = new WeakMap<Tab, { held: Held; visits: number }>();

// Nothing stays held in another document.
function heldOf(tab: Tab): Held {
  const { visits } = tab.document;
  const known = heldIn.get(tab);
  if (known && known.visits !== visits) known.held.clear();
  const held = known?.held ?? new Held();
  heldIn.set(tab, { held, visits });
  return held;
}

/** Acts at a place, whatever is there: for canvases, and for models that look at pictures. */
export async function pointer(tab: Tab, input: PointerInput, signal: AbortSignal): Promise<ActionAnswer> {
  const held = heldOf(tab);
  const at = await placeIn(tab, { x: input.x ?? held.pointer.x, y: input.y ?? held.pointer.y });
  const element = await tab.answer(() => tab.frames.main.call({ action: 'elementAt', ...at }));
  signal.throwIfAborted();
  held.pointer = at;
  await orDialog(tab, send(tab, input, at, held));
  return { ...element, ...noteOf(held) };
}

async function send(tab: Tab, input: PointerInput, at: Point, held: Held): Promise<void> {
  const { action, button = 'left', count = 1, deltaX = 0, deltaY = 0 } = input;
  const modifiers = [...new Set([...held.modifiers, ...(input.modifiers ?? [])])];
  if (action === 'click') return clickAt(tab.cdp, at, { button, count, modifiers });
  if (action === 'down') held.buttons.add(button);
  if (action === 'up') held.buttons.delete(button);
  const event = { ...at, modifiers: modifierBits(modifiers), buttons: buttonBits(held.buttons) };
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased' | 'mouseWheel', more: object) =>
    tab.cdp.send('Input.dispatchMouseEvent', { type, ...event, ...more });
  if (action === 'wheel') return mouse('mouseWheel', { deltaX, deltaY });
  const [dragged = 'none'] = held.buttons;
  if (action === 'move') return mouse('mouseMoved', { button: dragged });
  await mouse(action === 'down' ? 'mousePressed' : 'mouseReleased', { button, clickCount: count });
}

/** A place outside the viewport would be clicked without any effect. */
export async function placeIn(tab: Tab, { x, y }: Point): Promise<Point> {
  const { cssLayoutViewport } = await tab.answer(() => tab.cdp.send('Page.getLayoutMetrics'));
  const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
  if (x < width && y < height) return { x, y };
  throw new BtcpError('invalid_input', `${x}, ${y} is outside the viewport, which is ${width} × ${height}.`, {
    hint: 'Scroll first, and give the place in pixels of the viewport.',
  });
}

export async function holdKey(
  tab: Tab,
  { key: name, action }: HoldKeyInput,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const held = heldOf(tab);
  const key = singleKey(name);
  const element = await tab.answer(() => tab.frames.main.call({ action: 'focused' }));
  signal.throwIfAborted();
  if (action === 'down') held.keys.set(key.code || key.key, key);
  else held.keys.delete(key.code || key.key);
  await orDialog(tab, hold(tab.cdp, key, action, held.modifiers));
  return { ...element, ...noteOf(held) };
}

function singleKey(name: string): Key {
  const { key, modifiers } = parseChord(name);
  if (modifiers.length === 0) return key;
  throw new BtcpError(
    'invalid_input',
    `${JSON.stringify(name)} is a chord, and one key is held or released at a time.`,
    {
      hint: 'Hold the modifier first, then the key; or press the chord with browser_press.',
    },
  );
}

function noteOf({ names }: Held): { note?: string } {
  return names.length === 0 ? {} : { note: `Held: ${names.join(', ')}.` };
}
