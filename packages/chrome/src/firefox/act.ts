import { BtcpError, MASK } from '@btcp/protocol';
import type { ClickInput, TypeInput } from '@btcp/tools';
import type { Acted, FirefoxTab } from './firefox-tab.js';
import { clickAt, pressChord } from './input.js';
import type { ScriptLink } from './script-link.js';

export async function click(tab: FirefoxTab, { selector, wait, ...how }: ClickInput): Promise<Acted> {
  await appear(tab, selector, wait);
  return tab.click(selector, (point) => clickAt(tab.page, point, how));
}

export async function hover(tab: FirefoxTab, selector: string): Promise<Acted> {
  const link = await tab.watch(selector);
  const { value } = await link.ask({ action: 'target', selector, enabled: false });
  const { x, y } = await tab.frames.toTab(link, value);
  await tab.orDialog(tab.page.mouse.move(x, y));
  return { acted: { role: value.role, name: value.name, ref: value.ref } };
}

export async function type(tab: FirefoxTab, input: TypeInput): Promise<Acted> {
  const { selector, text, clear = false, delay, submit, origin, wait } = input;
  await appear(tab, selector, wait);
  const link = await tab.watch(selector);
  const { value } = await link.ask({ action: 'focusForTyping', selector, clear, origin });
  const { kind, ...field } = value;
  const hasKeys = await tab.frames.hasKeys(link);
  // Keys go wherever the focus is by then, so a secret is set inside the document whose origin was checked.
  const isText = (kind === 'text' || kind === 'rich') && origin === undefined;
  if (!isText || !hasKeys) {
    const before = isText && !clear ? await heldBy(link, selector) : '';
    await link.ask({ action: 'fill', selector, value: before + text, origin });
  } else {
    if (clear) await tab.orDialog(pressChord(tab.page, 'Delete'));
    await tab.orDialog(tab.page.keyboard.type(text, delay === undefined ? {} : { delay }));
  }
  const typed = tab.dialog ? field : (await link.ask({ action: 'readTyped', selector: field.ref, text })).value;
  if (!submit) return { acted: typed };
  await tab.frames.assertKeys(link);
  await tab.orDialog(pressChord(tab.page, 'Enter'));
  return { acted: field };
}

export async function press(tab: FirefoxTab, key: string, selector: string | undefined): Promise<Acted> {
  const link = await tab.watch(selector);
  const { value } = await link.ask(
    selector === undefined ? { action: 'focused' } : { action: 'focusForKeys', selector },
  );
  await tab.frames.assertKeys(link);
  await tab.orDialog(pressChord(tab.page, key));
  return { acted: value };
}

export async function check(tab: FirefoxTab, selector: string, wanted: boolean): Promise<Acted> {
  const { value } = await tab.frames.of(selector).ask({ action: 'readBack', selector });
  if (value.checked === wanted) return { acted: value };
  const clicked = await tab.click(selector, (point) => clickAt(tab.page, point, {}));
  if (clicked.acted.checked === undefined || clicked.acted.checked === wanted) return clicked;
  throw new BtcpError('not_actionable', `${selector} is still ${wanted ? 'not checked' : 'checked'}.`, {
    hint: 'The page resets it, or it cannot be checked.',
  });
}

export async function upload(tab: FirefoxTab, selector: string, paths: readonly string[]): Promise<Acted> {
  const link = tab.frames.of(selector);
  const { value: input } = await link.ask({ action: 'fileInput', selector });
  if (!input) {
    throw new BtcpError('not_actionable', `${selector} is not a file input.`, { hint: 'Name the input itself.' });
  }
  await tab.watch(selector);
  const element = await link.element(input.ref);
  await (element as Awaited<ReturnType<typeof tab.page.$<'input'>>>)?.uploadFile(...paths);
  return { acted: (await link.ask({ action: 'readBack', selector: input.ref })).value };
}

// Nothing for a password, whose value stays in the page.
async function heldBy(link: ScriptLink, selector: string): Promise<string> {
  const { value = '' } = (await link.ask({ action: 'readBack', selector })).value;
  return value.includes(MASK) ? '' : value;
}

async function appear(tab: FirefoxTab, selector: string, wait: number | undefined): Promise<void> {
  if (wait !== undefined)
    await tab.frames.of(selector).ask({ action: 'waitFor', selector, state: 'attached', timeout: wait });
}
