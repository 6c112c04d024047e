import { expect, test } from 'vitest';
import { repeat } from '../fixtures/words.ts';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const PAGE = `<nav aria-label="Main"><a href="/">Home</a></nav><main><h1>Cart</h1><p id="a">Two things</p>
  ${repeat(20, (index) => `<p>Line ${index}</p>`)}<section aria-label="Sum"><p id="b">20 kr</p><button>Pay</button></section></main>`;

test('changes in distant places are distinguished, each in one line', async () => {
  await using page = await chrome.open(PAGE);
  await snapshotOf(page, { header: false });
  await page.page.evaluate(() => {
    document.querySelector('#a')?.replaceChildren('Three things');
    document.querySelector('#b')?.replaceChildren('30 kr');
    document.querySelector('button')?.insertAdjacentHTML('afterend', '<button>Back</button>');
  });
  const { tree, isDiff } = await snapshotOf(page, { header: false, diff: true });
  expect(isDiff).toBe(true);
  expect(tree).toBe(
    [
      '[changes since the last snapshot: 2 changed (~), 1 added (+)]',
      'in main:',
      '~ Three things',
      'in main > region "Sum":',
      '~ 30 kr',
      '+ button "Back" @e3',
    ].join('\n'),
  );
});

test('no change is said in one line', async () => {
  await using page = await chrome.open(PAGE);
  await snapshotOf(page);
  const { tree, isDiff } = await snapshotOf(page, { header: false, diff: true });
  expect(isDiff).toBe(true);
  expect(tree).toBe('[no changes since the last snapshot]');
});

test('without an earlier snapshot, or after a change of everything, the whole is given and said to be', async () => {
  await using page = await chrome.open(PAGE);
  const first = await snapshotOf(page, { header: false, diff: true });
  expect(first.isDiff).toBe(false);
  expect(first.tree).toMatch(/^\[no earlier snapshot like this one: full snapshot\]\n- navigation/);
  await page.page.evaluate(() => {
    document.body.innerHTML = '<p>All new</p>';
  });
  const second = await snapshotOf(page, { header: false, diff: true });
  expect(second).toMatchObject({
    isDiff: false,
    tree: '[more changed than stayed: full snapshot]\n- All new',
  });
});

test('a snapshot with other options is not what is compared', async () => {
  await using page = await chrome.open(PAGE);
  await snapshotOf(page);
  await snapshotOf(page, { interactive: true });
  expect((await snapshotOf(page, { diff: true })).isDiff).toBe(true);
  expect((await snapshotOf(page, { diff: true, compact: true })).isDiff).toBe(false);
});

test('refs are those of the lines that are shown', async () => {
  await using page = await chrome.open(
    `<div role="dialog" style="position:fixed;inset:0">Over</div>${repeat(20, (index) => `<p>Line ${index}</p>`)}<button>Go</button>`,
  );
  expect((await snapshotOf(page)).tree).toContain('covered by: dialog @e1');
  await page.page.evaluate(() => {
    document.querySelector('div')?.removeAttribute('style');
    document.querySelector('button')?.replaceChildren('Stop');
  });
  const { refs } = await snapshotOf(page, { header: false, diff: true });
  expect(refs).toEqual({ '@e2': { role: 'button', name: 'Stop', line: 1 } });
});
