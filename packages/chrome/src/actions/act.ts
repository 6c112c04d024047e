import { BtcpError } from '@btcp/protocol';
import type { Acted, ClickInput, FillOptions, TypeInput } from '@btcp/tools';
import { pressChord, typeText } from '../input/keyboard.js';
import { movePointer } from '../input/mouse.js';
import { DocumentLeft } from '../tab/frame-agent.js';
import { letGo } from '../tab/let-go.js';
import { orDialog } from '../tab/or-dialog.js';
import type { Tab } from '../tab/tab.js';
import { clickOn } from './click-on.js';
import { appear, reach } from './reach.js';

export async function click(tab: Tab, { selector, wait, ...options }: ClickInput, signal: AbortSignal): Promise<Acted> {
  await appear(tab, selector, wait, signal);
  const { element, ref } = await clickOn(tab, selector, options, signal);
  return TWO_STATES.test(element) ? { element, ref, ...(await checkedNow(tab, ref)) } : { element, ref };
}

/** What a click turns on or off, and should be told so. */
const TWO_STATES = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)\b/;

/** Nothing where the click has led away from the element. */
async function checkedNow(tab: Tab, ref: string): Promise<Pick<Acted, 'checked'>> {
  try {
    const { checked } = await tab.answer(() => tab.frames.of(ref).call('readBack', ref));
    return checked === undefined ? {} : { checked };
  } catch {
    return {};
  }
}

export async function hover(tab: Tab, selector: string, signal: AbortSignal): Promise<Acted> {
  const { element, ref, x, y } = await reach(tab, selector, { enabled: false }, signal);
  await orDialog(tab, movePointer(tab.cdp, { x, y }));
  return { element, ref };
}

/** How long a page may take to a key on average. */
const KEY_MS = 100;

export async function type(tab: Tab, input: TypeInput, signal: AbortSignal): Promise<Acted> {
  const { selector, text, clear, delay, submit, wait, origin } = input;
  await appear(tab, selector, wait, signal);
  const agent = tab.frames.of(selector);
  const field = await tab.answer(() => agent.call('focusForTyping', selector, { clear: clear ?? false, origin }));
  signal.throwIfAborted();
  if (field.kind !== 'text' && field.kind !== 'rich') {
    return fill(tab, selector, text, { signal, origin });
  }
  const subject = { element: field.element, ref: field.ref };
  if (clear) await orDialog(tab, pressChord(tab.cdp, 'Delete'));
  let typed = 0;
  const goOn = () => tab.dialog === undefined && ++typed > 0;
  await orDialog(tab, typeText(tab.cdp, text, { delay, goOn, signal }), text.length * ((delay ?? 0) + KEY_MS));
  if (tab.dialog) return { ...subject, note: `A dialog opened after ${typed} characters were typed.` };
  const acted = await orLeft(subject, () => readTyped(tab, subject, text));
  signal.throwIfAborted();
  if (submit) await orDialog(tab, pressChord(tab.cdp, 'Enter'));
  return acted;
}

export async function fill(tab: Tab, selector: string, value: string, { signal, origin }: FillOptions): Promise<Acted> {
  const agent = tab.frames.of(selector);
  const subject = await subjectOf(tab, selector);
  signal.throwIfAborted();
  return orLeft(subject, () => tab.answer(() => agent.call('fill', selector, value, { origin })));
}

export async function select(
  tab: Tab,
  selector: string,
  choices: readonly string[],
  signal: AbortSignal,
): Promise<Acted> {
  const agent = tab.frames.of(selector);
  const subject = await subjectOf(tab, selector);
  signal.throwIfAborted();
  return orLeft(subject, () => tab.answer(() => agent.call('select', selector, choices)));
}

async function subjectOf(tab: Tab, selector: string): Promise<Acted> {
  const { element, ref } = await tab.answer(() => tab.frames.of(selector).call('readBack', selector));
  return { element, ref };
}

/** The page may go where an action leads before it can answer; the action was done all the same. */
async function orLeft(subject: Acted, act: () => Promise<Acted>): Promise<Acted> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof DocumentLeft) return { ...subject, note: 'The page was left.' };
    throw thrown;
  }
}

export async function press(tab: Tab, key: string, selector: string | undefined, signal: AbortSignal): Promise<Acted> {
  const subject =
    selector === undefined
      ? await tab.answer(() => tab.frames.main.call('focused'))
      : await tab.answer(() => tab.frames.of(selector).call('focus', selector));
  signal.throwIfAborted();
  await orDialog(tab, pressChord(tab.cdp, key));
  if (key === 'Escape') letGo(tab);
  return subject;
}

/** What the field really holds now. That it is gone is no failure of what was typed before. */
async function readTyped(tab: Tab, subject: Acted, text: string): Promise<Acted> {
  try {
    return await tab.answer(() => tab.frames.of(subject.ref).call('readTyped', subject.ref, text));
  } catch (thrown) {
    if (thrown instanceof DocumentLeft || BtcpError.from(thrown).code !== 'stale_ref') throw thrown;
    return { ...subject, note: 'The field left the page while this was typed.' };
  }
}
