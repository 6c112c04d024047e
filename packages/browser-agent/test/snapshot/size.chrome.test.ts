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

test('the text is cut at a line, at 50,000 characters unless configured otherwise, and says what was left out', async () => {
  await using page = await chrome.open(LONG_PAGE);
  const snapshot = await snapshotOf(page);
  expect(snapshot.truncated).toBe(true);
  expect(snapshot.tree.length).toBeLessThanOrEqual(50_000);
  const lines = snapshot.tree.split('\n');
  const notice = lines.at(-1) ?? '';
  expect(notice).toMatch(
    /^\[cut: \d+ of \d+ lines left out \(\d+ characters\)\. Next: region "Part \d+" @e1 \(\d+ characters\), /,
  );
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
  expect(tree).toMatch(/\[cut: \d+ of 1643 lines left out \(/);
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

test('a page of any length is read to its end by cursors, each line once', async () => {
  await using page = await chrome.open(LONG_PAGE);
  const whole = (await snapshotOf(page, { header: false, maxSize: 1e9 })).tree;
  const lines: string[] = [];
  let cursor: string | undefined;
  for (let part = 0; part < 100; part++) {
    const snapshot = await snapshotOf(page, { header: false, maxSize: 8_000, cursor });
    const shown = snapshot.tree.split('\n');
    lines.push(...(snapshot.truncated ? shown.slice(0, -1) : shown));
    cursor = snapshot.cursor;
    if (!cursor) break;
    expect(shown.at(-1)).toContain(`ontinue with cursor "${cursor}"`);
  }
  expect(lines.join('\n')).toBe(whole);
});

test('a cursor says so when the page has changed, and finds its place where it can', async () => {
  await using page = await chrome.open(LONG_PAGE);
  const { cursor, tree } = await snapshotOf(page, { header: false, maxSize: 8_000 });
  const last = tree.split('\n').at(-2);
  const next = (await snapshotOf(page, { header: false, maxSize: 2_000, cursor })).tree.split('\n')[0];
  await page.page.evaluate(() => document.querySelector('main')?.prepend('New on top'));
  const moved = (await snapshotOf(page, { header: false, maxSize: 2_000, cursor })).tree.split('\n');
  expect(moved[0]).toContain('[The page changed above this part');
  expect(moved[1]).toBe(next);
  expect(moved[1]).not.toBe(last);
  await page.page.evaluate(() => {
    for (const each of document.querySelectorAll('p')) each.append(' indeed');
  });
  const lost = (await snapshotOf(page, { header: false, maxSize: 2_000, cursor })).tree;
  expect(lost).toMatch(/^\[The page changed since the last part, so text may be missing or repeated here/);
});

test('a cut before the main content names that first, with its size', async () => {
  const links = repeat(40, (index) => `<p><a href="/${index}">A link of the navigation ${index}</a></p>`);
  await using page = await chrome.open(
    `<nav>${links}</nav><aside><p>One</p><p>Two</p></aside><main><h1>News</h1><p>Today</p></main>`,
  );
  const { tree } = await snapshotOf(page, { maxSize: 900 });
  expect(tree).toMatch(/\. Next: main @e\d+ \(\d+ characters\)/);
});

test.each([
  [{ cursor: 'nonsense' }, '"nonsense" is not a cursor.'],
  [{ cursor: '1-a-b', diff: true }, 'A diff has no cursor.'],
])('%o is refused', async (options, message) => {
  await using page = await chrome.open('<p>Short</p>');
  expect(await page.call({ action: 'snapshot', ...options })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message },
  });
});
