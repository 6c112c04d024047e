import type { Acted, ClickInput, TypeInput } from '@btcp/tools';
import type { ActionNeeds, Target } from 'btcp-browser-agent';
import { pressChord, typeText } from '../input/keyboard.js';
import { clickAt, movePointer } from '../input/mouse.js';
import type { Tab } from '../tab.js';

/** Where a pointer reaches the element. With `wait`, it need not be there yet. */
async function target(tab: Tab, selector: string, needs: ActionNeeds, wait?: number): Promise<Target> {
  if (wait !== undefined) await tab.answer(() => tab.agent.call('waitFor', { selector, timeout: wait }));
  return tab.answer(() => tab.agent.call('target', selector, needs));
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

export async function type(tab: Tab, { selector, text, clear, delay, submit, wait }: TypeInput): Promise<Acted> {
  if (wait !== undefined) await tab.answer(() => tab.agent.call('waitFor', { selector, timeout: wait }));
  const field = await tab.answer(() => tab.agent.call('focusForTyping', selector, { clear: clear ?? false }));
  if (field.kind !== 'text' && field.kind !== 'rich') {
    return tab.answer(() => tab.agent.call('fill', selector, text));
  }
  if (clear) await orDialog(tab, pressChord(tab.cdp, 'Delete'));
  await orDialog(tab, typeText(tab.cdp, text, delay));
  const acted = tab.dialog ? { element: field.element, ref: field.ref } : await readBack(tab, field.ref, text);
  if (submit) await orDialog(tab, pressChord(tab.cdp, 'Enter'));
  return acted;
}

export async function press(tab: Tab, key: string, selector: string | undefined): Promise<Acted> {
  const subject =
    selector === undefined
      ? await tab.answer(() => tab.agent.call('focused'))
      : await tab.answer(() => tab.agent.call('focus', selector));
  await orDialog(tab, pressChord(tab.cdp, key));
  return subject;
}

/** What the field really holds now; a page may have refused or changed what was typed. */
async function readBack(tab: Tab, ref: string, text: string): Promise<Acted> {
  const state = await tab.answer(() => tab.agent.call('readBack', ref));
  const holds = await tab.answer(() => tab.agent.call('contains', ref, text));
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
