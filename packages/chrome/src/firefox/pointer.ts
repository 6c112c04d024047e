import { BtcpError, labelOf, sleep } from '@btcp/protocol';
import type { DragInput, HoldKeyInput, PointerInput } from '@btcp/tools';
import type { KeyInput } from 'puppeteer-core';
import type { Acted, FirefoxTab } from './firefox-tab.js';
import { clickAt } from './input.js';

const STEPS = 8;
const STEP_MS = 20;

export async function drag(
  tab: FirefoxTab,
  { selector, to, position }: DragInput,
  signal: AbortSignal,
): Promise<Acted> {
  const source = await tab.frames.of(selector).element(selector);
  if (await source.evaluate(isDraggable)) {
    throw new BtcpError('unsupported', 'Firefox creates no drag events from WebDriver BiDi input.', {
      hint: 'An element that is draggable needs them: start the server without --browser firefox.',
    });
  }
  const [from, into] = [tab.frames.of(selector), tab.frames.of(to)];
  await into.ask({ action: 'target', selector: to, enabled: false });
  const { value: start } = await from.ask({ action: 'target', selector });
  const edge = position ? { edge: position } : {};
  const { value: end } = await into.ask({ action: 'target', selector: to, enabled: false, ...edge });
  const { value: box } = await from.ask({ action: 'box', selector });
  if (Math.abs(box.x - start.rect.x) >= 1 || Math.abs(box.y - start.rect.y) >= 1) {
    throw new BtcpError(
      'not_actionable',
      `${labelOf(start)} and ${labelOf(end)} are too far apart to be both on screen.`,
      { hint: 'Make the page larger with browser_resize.' },
    );
  }
  await tab.watch(to);
  const [begin, finish] = [await tab.frames.toTab(from, start), await tab.frames.toTab(into, end)];
  const { mouse } = tab.page;
  await mouse.move(begin.x, begin.y);
  await mouse.down();
  try {
    for (let step = 1; step <= STEPS; step++) {
      const share = step / STEPS;
      await mouse.move(begin.x + (finish.x - begin.x) * share, begin.y + (finish.y - begin.y) * share);
      await sleep(STEP_MS, signal);
    }
  } finally {
    await tab.orDialog(mouse.up());
  }
  const { role, name, ref } = start;
  return { acted: { role, name, ref, note: `Dropped ${position ?? 'on'} ${labelOf(end)} ${end.ref}.` } };
}

// Runs in the page, whose types are not known here.
function isDraggable(element: unknown): boolean {
  return (element as { closest(css: string): unknown }).closest('[draggable="true"]') !== null;
}

export async function pointer(tab: FirefoxTab, input: PointerInput): Promise<Acted> {
  const { action, button = 'left', count = 1, deltaX = 0, deltaY = 0, modifiers = [] } = input;
  const at = { x: input.x ?? tab.pointer.x, y: input.y ?? tab.pointer.y };
  const viewport = tab.page.viewport();
  if (viewport && (at.x >= viewport.width || at.y >= viewport.height)) {
    throw new BtcpError(
      'invalid_input',
      `${at.x}, ${at.y} is outside the viewport, which is ${viewport.width} × ${viewport.height}.`,
      { hint: 'Scroll first, and give the place in pixels of the viewport.' },
    );
  }
  const { value: element } = await tab.script.ask({ action: 'elementAt', ...at });
  await tab.watch();
  tab.pointer = at;
  const { mouse } = tab.page;
  if (action === 'click') await tab.orDialog(clickAt(tab.page, at, { button, count, modifiers }));
  else {
    await tab.orDialog(mouse.move(at.x, at.y));
    if (action === 'down') await tab.orDialog(mouse.down({ button }));
    if (action === 'up') await tab.orDialog(mouse.up({ button }));
    if (action === 'wheel') await tab.orDialog(mouse.wheel({ deltaX, deltaY }));
  }
  return { acted: element };
}

export async function holdKey(tab: FirefoxTab, { key, action }: HoldKeyInput): Promise<Acted> {
  const { value: element } = await tab.script.ask({ action: 'focused' });
  await tab.watch();
  const { keyboard } = tab.page;
  const held = action === 'down' ? keyboard.down(key as KeyInput) : keyboard.up(key as KeyInput);
  await tab.orDialog(held).catch((cause) => {
    throw new BtcpError('invalid_input', `${key} is not a key.`, {
      hint: 'Use a key such as Shift, a or Enter.',
      cause,
    });
  });
  return { acted: element };
}
