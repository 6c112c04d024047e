import { type ActionAnswer, BtcpError, counted, type ElementInfo } from '@btcp/protocol';
import type { ClickInput, FillOptions, TypeInput } from '@btcp/tools';
import { pressChord, typeText } from '../input/keyboard.js';
import { movePointer } from '../input/mouse.js';
import { DocumentLeft } from '../tab/frame-link.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { clickOn } from './click-on.js';
import type { Performed } from './performed.js';
import { appear, reach } from './reach.js';

export async function click(
  tab: Tab,
  { selector, wait, ...options }: ClickInput,
  signal: AbortSignal,
): Promise<Performed> {
  await appear(tab, selector, wait, signal);
  return clickOn(tab, selector, options, signal);
}

export async function hover(tab: Tab, selector: string, signal: AbortSignal): Promise<ElementInfo> {
  const { role, name, ref, x, y } = await reach(tab, selector, { enabled: false }, signal);
  await orDialog(tab, movePointer(tab.cdp, { x, y }));
  return { role, name, ref };
}

export async function focus(tab: Tab, selector: string): Promise<ElementInfo> {
  return tab.answer(() => tab.frames.of(selector).call({ action: 'focusForKeys', selector }));
}

const KEY_MS = 100;

export async function type(tab: Tab, input: TypeInput, signal: AbortSignal): Promise<ActionAnswer> {
  const { selector, text, clear = false, delay, submit, wait, origin } = input;
  await appear(tab, selector, wait, signal);
  if (origin !== undefined) return typeSecret(tab, input, { signal, origin });
  const link = tab.frames.of(selector);
  const { kind, ...field } = await tab.answer(() => link.call({ action: 'focusForTyping', selector, clear }));
  signal.throwIfAborted();
  if (kind !== 'text' && kind !== 'rich') return fill(tab, selector, text, { signal });
  if (clear) await orDialog(tab, pressChord(tab.cdp, 'Delete'));
  let typed = 0;
  const goOn = () => tab.dialog === undefined && ++typed > 0;
  await orDialog(tab, typeText(tab.cdp, text, { delay, goOn, signal }), text.length * ((delay ?? 0) + KEY_MS));
  if (tab.dialog) return { ...field, note: `A dialog opened after typing ${counted(typed, 'character')}.` };
  const acted = await orLeft(field, () => readTyped(tab, field, text));
  signal.throwIfAborted();
  if (!submit) return acted;
  await orDialog(tab, pressChord(tab.cdp, 'Enter'));
  return tab.dialog ? acted : afterEnter(tab, acted);
}

// Enter may have cleared the field, or made the page leave.
async function afterEnter(tab: Tab, { value: _, ...acted }: ActionAnswer): Promise<ActionAnswer> {
  const link = tab.frames.of(acted.ref);
  const after = await tab.answer(() => link.call({ action: 'readBack', selector: acted.ref })).catch(() => undefined);
  return after?.value === undefined ? acted : { ...acted, value: after.value };
}

// Keys go wherever the focus is by then, so a secret is set inside the one document whose origin was checked.
async function typeSecret(
  tab: Tab,
  { selector, text, submit }: TypeInput,
  options: FillOptions,
): Promise<ActionAnswer> {
  const acted = await fill(tab, selector, text, options);
  if (submit) await orLeft(acted, () => press(tab, 'Enter', acted.ref, options.signal));
  return acted;
}

export async function fill(
  tab: Tab,
  selector: string,
  value: string,
  { signal, origin }: FillOptions,
): Promise<ActionAnswer> {
  const link = tab.frames.of(selector);
  return inField(tab, selector, () => link.call({ action: 'fill', selector, value, origin }), signal);
}

export async function select(
  tab: Tab,
  selector: string,
  choices: readonly string[],
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const link = tab.frames.of(selector);
  return inField(tab, selector, () => link.call({ action: 'select', selector, values: [...choices] }), signal);
}

// Asks what the field is without awaiting it, because the page may leave before it answers.
async function inField(
  tab: Tab,
  selector: string,
  change: () => Promise<ActionAnswer>,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  signal.throwIfAborted();
  const before = tab.answer(() => tab.frames.of(selector).call({ action: 'readBack', selector }));
  const changed = tab.answer(change);
  changed.catch(() => {});
  const { role, name, ref } = await before;
  return orLeft({ role, name, ref }, () => changed);
}

// An action that makes the page leave was done.
async function orLeft(element: ElementInfo, act: () => Promise<ActionAnswer>): Promise<ActionAnswer> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof DocumentLeft) return { ...element, note: 'The page was left.' };
    throw thrown;
  }
}

export async function press(
  tab: Tab,
  key: string,
  selector: string | undefined,
  signal: AbortSignal,
): Promise<ElementInfo> {
  const element = await tab.answer(() =>
    selector === undefined
      ? tab.frames.main.call({ action: 'focused' })
      : tab.frames.of(selector).call({ action: 'focusForKeys', selector }),
  );
  signal.throwIfAborted();
  await orDialog(tab, pressChord(tab.cdp, key));
  if (key === 'Escape') tab.frames.releaseLocks();
  return element;
}

// A field that is gone was typed into all the same.
async function readTyped(tab: Tab, field: ElementInfo, text: string): Promise<ActionAnswer> {
  try {
    const link = tab.frames.of(field.ref);
    return await tab.answer(() => link.call({ action: 'readTyped', selector: field.ref, text }));
  } catch (thrown) {
    if (thrown instanceof DocumentLeft || BtcpError.from(thrown).code !== 'stale_ref') throw thrown;
    return { ...field, note: 'The field left the page while this was typed.' };
  }
}
