import { expect, test } from 'vitest';
import { repeat } from '../fixtures/words.ts';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const PAGE = `<header><a href="/">Home</a></header><main><h1>Cart</h1><p>Two things.</p><p>See <a href="/help">help</a>.</p>
  <ul><li>Boat <button>Remove</button></li><li>Oar</li></ul><div role="status">Saved</div><output>3 left</output>
  <table><tr><td>Ann</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td>8</td></tr></table></main>`;

test('interactive keeps controls, headings and announcements, and counts the text it left out', async () => {
  expect(await chrome.read(PAGE, { interactive: true })).toBe(
    [
      '- banner',
      '  - link "Home" @e1',
      '- main',
      '  - heading "Cart" [level=1]',
      '  - link "help" @e2',
      '  - button "Remove" @e3',
      '  - status: Saved',
      '  - status: 3 left',
      '  - row: Ann | button "Edit" @e4',
      '[6 lines of text left out: take a snapshot without interactive to read all text.]',
    ].join('\n'),
  );
});

test('compact leaves out structure that carries nothing', async () => {
  expect(await chrome.read(PAGE, { compact: true })).toBe(
    [
      '- link "Home" @e1',
      '- heading "Cart" [level=1]',
      '- Two things.',
      '- See link "help" @e2.',
      '- Boat',
      '- button "Remove" @e3',
      '- Oar',
      '- status: Saved',
      '- status: 3 left',
      '- row: Ann | button "Edit" @e4',
      '- row: Bob | 8',
    ].join('\n'),
  );
});

test('selector takes CSS or a ref in any spelling', async () => {
  await using page = await chrome.open(PAGE);
  await snapshotOf(page);
  expect((await snapshotOf(page, { header: false, selector: 'ul' })).tree).toBe(
    '- list\n  - listitem: Boat\n    - button "Remove" @e3\n  - listitem: Oar',
  );
  for (const selector of ['@e3', 'e3', 'ref=e3', '[ref=e3]']) {
    expect((await snapshotOf(page, { header: false, selector })).tree).toBe('- button "Remove" @e3');
  }
});

test('a closed select shows its options to who asks for it', async () => {
  const html = `<select id="s" aria-label="N">${repeat(80, (index) => `<option>${index}</option>`)}</select>`;
  expect(await chrome.read(html)).toBe('- combobox "N" [options=80] @e1: 0');
  const lines = (await chrome.read(html, { selector: '#s' })).split('\n');
  expect(lines).toHaveLength(81);
  expect(lines[80]).toBe('  - option "79" @e81');
});

test('a selector that is wrong, or matches nothing, fails with its code', async () => {
  await using page = await chrome.open(PAGE);
  const codeFor = async (selector: string) => {
    const reply = await page.call({ action: 'snapshot', selector });
    return reply.ok ? 'ok' : reply.error.code;
  };
  expect(await codeFor('p[')).toBe('invalid_selector');
  expect(await codeFor('.gone')).toBe('not_found');
  expect(await codeFor('@e99')).toBe('not_found');
});

test('maxDepth cuts levels and says how much', async () => {
  expect(await chrome.read(PAGE, { maxDepth: 0 })).toBe(
    '- banner\n- main\n[8 parts deeper than maxDepth left out: raise it, or scope with selector.]',
  );
});

test('viewport shows only what is on screen, through scrolling boxes too', async () => {
  const tree = await chrome.read(
    `<main><button>Here</button><p>Seen</p>
     <div style="height:60px;overflow:auto"><p>Top</p><div style="height:2000px"></div><button>Scrolled away</button></div>
     <div style="height:3000px"></div><button>Far down</button><p>Unseen</p></main>`,
    { viewport: true },
  );
  expect(tree).toBe('- main\n  - button "Here" @e1\n  - Seen\n  - Top');
});

test('like siblings fold to a few and a count, and the ref in the fold opens it', async () => {
  await using page = await chrome.open(`<ul>${repeat(200, (index) => `<li>Item ${index}</li>`)}</ul>`);
  const lines = (await snapshotOf(page, { header: false })).tree.split('\n');
  expect(lines).toHaveLength(32);
  expect(lines[31]).toBe('  - … 170 more listitem like these; a snapshot with selector @e1 shows them');
  const whole = (await snapshotOf(page, { header: false, selector: '@e1' })).tree.split('\n');
  expect(whole).toHaveLength(201);
});

test('what folds at the top of the page opens too', async () => {
  await using page = await chrome.open(repeat(60, (index) => `<p><button>${index}</button></p>`));
  const folded = (await snapshotOf(page, { header: false })).tree.split('\n');
  expect(folded.at(-1)).toBe('- … 40 more button like these; a snapshot with selector body shows them');
  expect((await snapshotOf(page, { header: false, selector: 'body' })).tree.split('\n')).toHaveLength(60);
});

test('controls fold sooner than content', async () => {
  const links = (
    await chrome.read(`<nav>${repeat(60, (index) => `<div><a href="/${index}">${index}</a></div>`)}</nav>`)
  ).split('\n');
  expect(links).toHaveLength(22);
  expect(links[21]).toBe('  - … 40 more link like these; a snapshot with selector @e21 shows them');
  const rows = `<table>${repeat(60, (index) => `<tr><td>${index}</td><td>x</td></tr>`)}</table>`;
  expect((await chrome.read(rows)).split('\n')).toHaveLength(61);
});

test('long prose does not fold, however many items it has', async () => {
  const words =
    'A sentence that is long enough to be worth reading in full, as in a list of references or of remarks. ';
  const tree = await chrome.read(`<ol>${repeat(120, (index) => `<li>${index} ${words}</li>`)}</ol>`);
  expect(tree.split('\n')).toHaveLength(121);
});

test('a page that is one live region is narrowed all the same', async () => {
  const words = 'Words that fill the page. '.repeat(30);
  expect(
    await chrome.read(`<div aria-live="polite"><p>${words}</p><button>Go</button></div>`, { interactive: true }),
  ).toBe('- button "Go" @e1\n[1 line of text left out: take a snapshot without interactive to read all text.]');
});
