import { expect, test } from 'vitest';
import { repeat } from '../fixtures/words.ts';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const LONG_PAGE = `<main>${repeat(
  40,
  (part) =>
    `<section aria-label="Part ${part}">${repeat(40, (index) => `<p>Paragraph ${index} of part ${part} has a few words in it.</p>`)}</section>`,
)}</main>`;

test.each([
  ['link', (text: string) => `<a href="/">${text}</a>`, 'get the text of @e1'],
  ['button', (text: string) => `<button aria-label="${text}">x</button>`, 'get the attribute aria-label of @e1'],
  ['textbox', (text: string) => `<label for="a">${text}</label><input id="a">`, 'get the text of @e1'],
])('the name of a %s that is cut says how to read the rest', async (role, html, rest) => {
  const text = 'word '.repeat(300).trim();
  const tree = await chrome.read(html(text));
  expect(tree).toContain(`- ${role} "word`);
  expect(tree).toContain(`… (499 more characters: ${rest})`);
});

test('the text is cut at a line, at 50,000 characters unless told otherwise, and says what was left out', async () => {
  await using page = await chrome.open(LONG_PAGE);
  const snapshot = await snapshotOf(page);
  expect(snapshot.truncated).toBe(true);
  expect(snapshot.tree.length).toBeLessThanOrEqual(50_000);
  const lines = snapshot.tree.split('\n');
  const notice = lines.at(-1) ?? '';
  expect(notice).toMatch(/^\[cut: \d+ of \d+ lines left out\. Left out: region "Part \d+" @e1, /);
  for (const line of lines.slice(3, -1)) expect(line).toMatch(/^ {2,4}- (region "Part \d+"|.* in it\.)$/);
});

test('the notice names parts by refs that read them', async () => {
  await using page = await chrome.open(LONG_PAGE);
  const { tree } = await snapshotOf(page, { maxSize: 2_000 });
  expect(tree.length).toBeLessThanOrEqual(2_000);
  const [, name, ref] = /(Part \d+)" (@e\d+)/.exec(tree.split('\n').at(-1) ?? '') ?? [];
  expect((await snapshotOf(page, { header: false, selector: ref ?? '' })).tree).toMatch(`- region "${name}"`);
});

test.each([10, 0, 1, 100, 400])('maxSize %i still says something sensible', async (maxSize) => {
  await using page = await chrome.open(LONG_PAGE);
  const { tree, truncated } = await snapshotOf(page, { maxSize });
  expect(truncated).toBe(true);
  expect(tree).toMatch(/\[cut: \d+ of 1643 lines left out\./);
  expect(tree.length).toBeLessThan(Math.max(maxSize, 400));
});

test('what fits is not cut', async () => {
  await using page = await chrome.open('<p>Short</p>');
  const { tree } = await snapshotOf(page);
  expect(await snapshotOf(page, { maxSize: tree.length })).toMatchObject({ tree, truncated: false });
  expect((await snapshotOf(page, { maxSize: tree.length - 1 })).truncated).toBe(true);
});

test('only refs that the text shows are given', async () => {
  await using page = await chrome.open(repeat(40, (index) => `<div><button>Button ${index}</button></div>`));
  const { tree, refs } = await snapshotOf(page, { maxSize: 600 });
  const shown = [...tree.matchAll(/@(e\d+)/g)].map(([, ref]) => `@${ref}`);
  expect(shown.length).toBeGreaterThan(0);
  expect(Object.keys(refs)).toEqual(shown);
});
