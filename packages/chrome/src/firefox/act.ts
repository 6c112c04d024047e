import { BtcpError } from '@btcp/protocol';
import type { ClickInput, TypeInput } from '@btcp/tools';
import type { Acted, FirefoxTab } from './firefox-tab.js';
import { clickAt, pressChord } from './input.js';

export async function click(tab: FirefoxTab, { selector, wait, ...how }: ClickInput): Promise<Acted> {
  await appear(tab, selector, wait);
  return tab.click(selector, (point) => clickAt(tab.page, point, how));
}

export async function hover(tab: FirefoxTab, selector: string): Promise<Acted> {
  const { value } = await tab.script.ask({ action: 'target', selector, enabled: false });
  await tab.script.ask({ action: 'watch' });
  await tab.orDialog(tab.page.mouse.move(value.x, value.y));
  return { acted: { role: value.role, name: value.name, ref: value.ref } };
}

export async function type(tab: FirefoxTab, input: TypeInput): Promise<Acted> {
  const { selector, text, clear = false, delay, submit, origin, wait } = input;
  await appear(tab, selector, wait);
  await tab.script.ask({ action: 'watch' });
  const { value } = await tab.script.ask({ action: 'focusForTyping', selector, clear, origin });
  const { kind, ...field } = value;
  // Keys go wherever the focus is by then, so a secret is set inside the document whose origin was checked.
  const isTyped = (kind === 'text' || kind === 'rich') && origin === undefined;
  if (!isTyped) await tab.script.ask({ action: 'fill', selector, value: text, origin });
  else {
    if (clear) await tab.orDialog(pressChord(tab.page, 'Delete'));
    await tab.orDialog(tab.page.keyboard.type(text, delay === undefined ? {} : { delay }));
  }
  const typed = tab.dialog ? field : (await tab.script.ask({ action: 'readTyped', selector: field.ref, text })).value;
  if (!submit) return { acted: typed };
  await tab.orDialog(pressChord(tab.page, 'Enter'));
  return { acted: field };
}

export async function press(tab: FirefoxTab, key: string, selector: string | undefined): Promise<Acted> {
  await tab.script.ask({ action: 'watch' });
  const { value } = await tab.script.ask(
    selector === undefined ? { action: 'focused' } : { action: 'focusForKeys', selector },
  );
  await tab.orDialog(pressChord(tab.page, key));
  return { acted: value };
}

export async function check(tab: FirefoxTab, selector: string, wanted: boolean): Promise<Acted> {
  const { value } = await tab.script.ask({ action: 'readBack', selector });
  if (value.checked === wanted) return { acted: value };
  const clicked = await tab.click(selector, (point) => clickAt(tab.page, point, {}));
  if (clicked.acted.checked === undefined || clicked.acted.checked === wanted) return clicked;
  throw new BtcpError('not_actionable', `${selector} is still ${wanted ? 'not checked' : 'checked'}.`, {
    hint: 'The page keeps it so, or it is nothing that can be checked.',
  });
}

export async function upload(tab: FirefoxTab, selector: string, paths: readonly string[]): Promise<Acted> {
  const { value: input } = await tab.script.ask({ action: 'fileInput', selector });
  if (!input) {
    throw new BtcpError('not_actionable', `${selector} is not a file input.`, { hint: 'Name the input itself.' });
  }
  await tab.script.ask({ action: 'watch' });
  const element = await tab.script.element(input.ref);
  await (element as Awaited<ReturnType<typeof tab.page.$<'input'>>>)?.uploadFile(...paths);
  return { acted: (await tab.script.ask({ action: 'readBack', selector: input.ref })).value };
}

async function appear(tab: FirefoxTab, selector: string, wait: number | undefined): Promise<void> {
  if (wait !== undefined) await tab.script.ask({ action: 'waitFor', selector, state: 'attached', timeout: wait });
}
