import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

// Styles that make the two parts lines of their own, or one line, or take a part away.
const CASES: readonly [style: string, html: string, lines: string][] = [
  ['', '<div><span>One</span> <span>two</span></div>', '- One two'],
  ['.row { display: flex }', '<div class="row"><span>One</span> <span>two</span></div>', '- One\n- two'],
  ['', '<div style="display: grid"><span>One</span> <span>two</span></div>', '- One\n- two'],
  [
    '.row { display: inline-flex } .none { display: contents }',
    '<div class="row"><div class="none"><b>One</b> <b>two</b></div></div>',
    '- One\n- two',
  ],
  ['b { display: block }', '<div>One <b>two</b></div>', '- One\n- two'],
  ['b { position: absolute }', '<div>One <b>two</b></div>', '- One\n- two'],
  ['b { position: relative }', '<div>One <b>two</b></div>', '- One two'],
  ['b { float: right }', '<div>One <b>two</b></div>', '- One\n- two'],
  ['.line { all: unset }', '<div class="line">One</div> <div class="line">two</div>', '- One two'],
  ['@media (min-width: 1px) { div { & b { display: block } } }', '<div>One <b>two</b></div>', '- One\n- two'],
  ['b { display: none }', '<div>One <b>two</b></div>', '- One'],
  ['div { visibility: hidden } b { visibility: visible }', '<div>One <b>two <i>three</i></b></div>', '- two three'],
  ['', '<div>One <span popover>two</span></div>', '- One'],
];

test.each(CASES)('%s reads %s as %s', async (style, html, lines) => {
  expect(await chrome.read(`<style>${style}</style>${html}`)).toBe(lines);
});

test('boxes are read as they are now: after a class, a new rule, and a changed rule that hides', async () => {
  await using page = await chrome.open(
    '<style>.row { display: flex } i { color: red }</style><div id="row"><span>One</span> <span>two</span> <i>three</i></div>',
  );
  const lines = async () => (await snapshotOf(page, { header: false })).tree;
  expect(await lines()).toBe('- One two three');
  await page.page.evaluate(() => document.querySelector('#row')?.classList.add('row'));
  expect(await lines()).toBe('- One\n- two\n- three');
  await page.page.evaluate(() => {
    document.querySelector('#row')?.classList.remove('row');
    document.styleSheets[0]?.insertRule('span { display: block }');
  });
  expect(await lines()).toBe('- One\n- two\n- three');
  await page.page.evaluate(() => {
    const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
    rules.find(({ selectorText }) => selectorText === 'i')?.style.setProperty('display', 'none');
  });
  expect(await lines()).toBe('- One\n- two');
});
