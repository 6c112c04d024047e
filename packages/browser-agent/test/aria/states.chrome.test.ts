import { expect, test } from 'vitest';
import { inspectIn, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const CASES: readonly [html: string, states: string[]][] = [
  ['<input id="it" type="checkbox">', []],
  ['<input id="it" type="checkbox" checked>', ['checked']],
  ['<div id="it" role="checkbox" aria-checked="mixed"></div>', ['checked=mixed']],
  ['<div id="it" role="switch" aria-checked="true"></div>', ['checked']],
  ['<button id="it" aria-pressed="true">Bold</button>', ['pressed']],
  ['<button id="it" aria-pressed="mixed">Bold</button>', ['pressed=mixed']],
  ['<div role="tablist"><div id="it" role="tab" aria-selected="true">One</div></div>', ['selected']],
  ['<select><option>1</option><option id="it" selected>2</option></select>', ['selected']],
  ['<button id="it" aria-expanded="false">Menu</button>', ['expanded=false']],
  ['<button id="it" aria-expanded="true">Menu</button>', ['expanded']],
  ['<details open><summary id="it">More</summary></details>', ['expanded']],
  ['<button id="it" popovertarget="p">Menu</button><div id="p" popover>x</div>', ['expanded=false']],
  ['<button id="it" disabled>Go</button>', ['disabled']],
  ['<fieldset disabled><input id="it"></fieldset>', ['disabled']],
  ['<fieldset disabled><legend><input id="it"></legend></fieldset>', []],
  ['<div aria-disabled="true"><button id="it">Go</button></div>', ['disabled']],
  ['<input id="it" readonly>', ['readonly']],
  ['<div id="it" role="textbox" aria-readonly="true"></div>', ['readonly']],
  ['<input id="it" required>', ['required']],
  ['<input id="it" aria-invalid="true">', ['invalid']],
  ['<input id="it" aria-invalid="grammar">', ['invalid=grammar']],
  ['<a id="it" href="/" aria-current="page">Home</a>', ['current=page']],
  ['<a id="it" href="/" aria-current="false">Home</a>', []],
  ['<h3 id="it">Title</h3>', ['level=3']],
  ['<div id="it" role="heading" aria-level="7">Title</div>', ['level=7']],
  ['<div id="it" role="heading">Title</div>', ['level=2']],
  ['<button id="it" aria-haspopup="true">Menu</button>', ['haspopup=menu']],
  ['<button id="it" aria-haspopup="dialog">Menu</button>', ['haspopup=dialog']],
  ['<div id="it" role="dialog" aria-modal="true">x</div>', ['modal']],
  ['<table><thead><tr><th id="it" aria-sort="ascending">Name</th></tr></thead></table>', ['sort=ascending']],
];

test.each(CASES)('%s has the states %j', async (html, states) => {
  expect((await chrome.inspect(html)).states).toEqual(states);
});

test('what scripts set is seen: indeterminate, focus, a modal dialog, a field found wrong', async () => {
  await using page = await chrome.open(`<input type="checkbox" id="box"><input id="field" required>
    <dialog id="dialog"><button>Close</button></dialog>`);
  await page.page.evaluate(() => {
    document.querySelector<HTMLInputElement>('#box')?.toggleAttribute('checked');
    for (const box of document.querySelectorAll<HTMLInputElement>('#box')) box.indeterminate = true;
  });
  expect((await inspectIn(page, '#box')).states).toEqual(['checked=mixed']);
  await page.page.focus('#field');
  expect((await inspectIn(page, '#field')).states).toEqual(['required', 'focused']);
  await page.page.keyboard.type('a');
  await page.page.keyboard.press('Backspace');
  await page.page.focus('#box');
  expect((await inspectIn(page, '#field')).states).toEqual(['required', 'invalid']);
  await page.page.evaluate(() => document.querySelector('dialog')?.showModal());
  expect((await inspectIn(page, '#dialog')).states).toContain('modal');
});
