import type { Acted, ClickInput, TypeInput } from '@btcp/tools';
import type { ActionNeeds, Target } from 'btcp-browser-agent';
import { DocumentLeft } from '../frame-agent.js';
import { pressChord, typeText } from '../input/keyboard.js';
import { clickAt, movePointer } from '../input/mouse.js';
import type { Tab } from '../tab.js';

/** Where a pointer reaches the element, in the tab. With `wait`, it need not be there yet. */
async function target(tab: Tab, selector: string, needs: ActionNeeds, wait?: number): Promise<Target> {
  const agent = tab.frames.of(selector);
  await appear(tab, selector, wait);
  return tab.answer(async () => {
    const found = await agent.call('target', selector, needs);
    return { ...found, ...(await tab.frames.toTab(agent, found)) };
  });
}

async function appear(tab: Tab, selector: string, wait: number | undefined): Promise<void> {
  if (wait === undefined) return;
  await tab.answer(() => tab.frames.of(selector).call('waitFor', { selector, timeout: wait }), wait);
}

export async function click(tab: Tab, { selector, wait, ...options }: ClickInput): Promise<Acted> {
  const { element, ref, x, y } = await target(tab, selector, {}, wait);
  await orDialog(tab, clickAt(tab.cdp, { x, y }, options));
  return { element, ref };
}

export async function hover(tab: Tab, selector: string): Promise<Acted> {
  const { element, ref, x, y } = await target(tab, selector, { enabled: false });
  await orDialog(tab, movePointer(tab.cdp, { x, y }));
  return { element, ref };
}

export async function type(
  tab: Tab,
  { selector, text, clear, delay, submit, wait, origin }: TypeInput,
): Promise<Acted> {
  await appear(tab, selector, wait);
  const field = await tab.answer(() =>
    tab.frames.of(selector).call('focusForTyping', selector, { clear: clear ?? false, origin }),
  );
  if (field.kind !== 'text' && field.kind !== 'rich') {
    return fill(tab, selector, text, origin);
  }
  const subject = { element: field.element, ref: field.ref };
  if (clear) await orDialog(tab, pressChord(tab.cdp, 'Delete'));
  let typed = 0;
  await orDialog(tab, typeText(tab.cdp, text, { delay, goOn: () => tab.dialog === undefined && ++typed > 0 }));
  if (tab.dialog) return { ...subject, note: `A dialog opened after ${typed} characters were typed.` };
  const acted = await orLeft(subject, () => readBack(tab, field.ref, text));
  if (submit) await orDialog(tab, pressChord(tab.cdp, 'Enter'));
  return acted;
}

export async function fill(tab: Tab, selector: string, value: string, origin?: string): Promise<Acted> {
  const agent = tab.frames.of(selector);
  const subject = await subjectOf(tab, selector);
  return orLeft(subject, () => tab.answer(() => agent.call('fill', selector, value, { origin })));
}

export async function select(tab: Tab, selector: string, options: readonly string[]): Promise<Acted> {
  const agent = tab.frames.of(selector);
  const subject = await subjectOf(tab, selector);
  return orLeft(subject, () => tab.answer(() => agent.call('select', selector, options)));
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

export async function press(tab: Tab, key: string, selector: string | undefined): Promise<Acted> {
  const subject =
    selector === undefined
      ? await tab.answer(() => tab.frames.main.call('focused'))
      : await tab.answer(() => tab.frames.of(selector).call('focus', selector));
  await orDialog(tab, pressChord(tab.cdp, key));
  return subject;
}

/** What the field really holds now; a page may have refused or changed what was typed. */
async function readBack(tab: Tab, ref: string, text: string): Promise<Acted> {
  const state = await tab.answer(() => tab.frames.of(ref).call('readBack', ref));
  const holds = await tab.answer(() => tab.frames.of(ref).call('contains', ref, text));
  return holds ? state : { ...state, note: 'The field does not hold what was typed: the page changed or refused it.' };
}

/** Waits for input to be taken in, or for the dialog that it opened: Chrome answers only when that is closed. */
async function orDialog(tab: Tab, input: Promise<void>): Promise<void> {
  let stop = () => {};
  const opened = new Promise<void>((resolve) => {
    const onOpen = () => resolve();
    tab.cdp.on('Page.javascriptDialogOpening', onOpen);
    stop = () => tab.cdp.off('Page.javascriptDialogOpening', onOpen);
  });
  input.catch(() => {});
  try {
    await Promise.race([input, opened]);
  } finally {
    stop();
  }
}
