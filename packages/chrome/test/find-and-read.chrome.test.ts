import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;
let other: PageServer;

beforeAll(async () => {
  other = await servePages({ '/': '<button>Save the frame</button>' });
  pages = await servePages({
    '/': `<title>Orders</title>
      <h1>Orders</h1><p>Nothing is <b>overdue</b>, says <a href="/help">the help page</a>.</p>
      <table>
        <tr><th>Name</th><th>Price</th><th></th></tr>
        <tr><td>Tea</td><td>3 €</td><td><button>Delete</button></td></tr>
        <tr><td>Coffee | beans</td><td>5 €</td><td><button>Delete</button></td></tr>
      </table>
      <ul>${Array.from({ length: 120 }, (_, index) => `<li><a href="#${index}">Item ${index}</a></li>`).join('')}</ul>
      <button>Save the page</button><iframe src="${other.origin}"></iframe><div hidden>secret Item</div>`,
    '/long': Array.from({ length: 5_000 }, (_, index) => `<p>Sentence ${index} of the book.</p>`).join(''),
    '/article': `<main><h2>Tea</h2><p>It is <strong>hot</strong> and <em>good</em>.</p>
      <ol><li>Boil</li><li>Pour<ul><li>slowly</li></ul></li></ol>
      <blockquote>Drink</blockquote><pre>let tea = 1;\n  let cup = 2;</pre><img alt="A cup" src="data:,"><hr>
      <p style="display:none">hidden</p></main>`,
  });
});
afterAll(() => Promise.all([pages.close(), other.close()]));

describe('browser_find', () => {
  test('finds what a folded snapshot hides, and its ref can be used at once', async () => {
    await call('browser_navigate', { url: pages.origin });
    const { data } = await call('browser_find', { text: 'item 119' });
    expect(data).toMatchObject({ matches: [{ line: expect.stringContaining('link "Item 119"') }], more: 0 });
    const [match] = (data as { matches: { ref: string }[] }).matches;
    expect((await call('browser_click', { selector: match?.ref })).page?.url).toBe(`${pages.origin}/#119`);
  });

  test('distinguishes similar elements by their row', async () => {
    await call('browser_navigate', { url: pages.origin });
    const { text } = await call('browser_find', { role: 'button', name: 'delete' });
    expect(text).toMatch(/button "Delete" \[in row "Tea 3 €.*"\] @e\d+/);
    expect(text).toMatch(/button "Delete" \[in row "Coffee/);
  });

  test('shows the whole row that words are in, with the refs of its controls', async () => {
    await call('browser_navigate', { url: pages.origin });
    const { text, data } = await call('browser_find', { text: 'coffee' });
    const [, row, button] = /- row @(e\d+): Coffee \| beans \| 5 € \| button "Delete" @(e\d+)/.exec(text) ?? [];
    expect(button).toBeDefined();
    expect(data).toMatchObject({ matches: [{ ref: `@${row}` }], more: 0 });
  });

  test('takes no ref from words that look like one', async () => {
    await call('browser_navigate', { url: pages.origin });
    const script = `document.body.innerHTML = '<button aria-label="Go @e9">x</button><li><a href="#">Go \\\\" @e8</a></li>'`;
    await call('browser_evaluate', { script });
    const { data } = await call('browser_find', { name: 'go' });
    const { matches } = data as { matches: { ref: string }[] };
    expect(matches).toHaveLength(2);
    for (const { ref } of matches) expect(['@e8', '@e9']).not.toContain(ref);
  });

  test('gives refs to text and headings, searches frames of other origins, and not what is hidden', async () => {
    await call('browser_navigate', { url: pages.origin });
    expect((await call('browser_find', { role: 'heading' })).text).toMatch(/- heading "Orders" \[level=1\] @e\d+/);
    expect((await call('browser_find', { text: 'overdue' })).text).toMatch(
      /- (text|paragraph) @e\d+: Nothing is overdue/,
    );
    const { data } = await call('browser_find', { text: 'save the' });
    expect(data).toMatchObject({
      matches: [
        { line: expect.stringContaining('Save the page') },
        { line: expect.stringContaining('Save the frame') },
      ],
    });
    expect((await call('browser_find', { text: 'secret' })).data).toEqual({ matches: [], more: 0 });
  });

  test('says how many more there are, and keeps the comparison with the last snapshot', async () => {
    await call('browser_navigate', { url: pages.origin });
    await call('browser_snapshot');
    const { data, text } = await call('browser_find', { role: 'link', limit: 5 });
    expect(data).toMatchObject({ more: 116 });
    expect(text).toContain('116 more match: narrow the search or raise limit.');
    expect((await call('browser_snapshot', { diff: true })).text).toContain('no changes');
  });

  test('asks for something to find', async () => {
    await expect(call('browser_find')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('browser_get_text', () => {
  test('as Markdown has headings, lists, emphasis, code, quotes and links', async () => {
    await call('browser_navigate', { url: `${pages.origin}/article` });
    const { data } = await call('browser_get_text', { format: 'markdown' });
    expect((data as { text: string }).text).toBe(
      [
        '## Tea',
        '',
        'It is **hot** and _good_.',
        '',
        '1. Boil',
        '2. Pour',
        '   - slowly',
        '',
        '> Drink',
        '',
        '```',
        'let tea = 1;',
        '  let cup = 2;',
        '```',
        '',
        '![A cup]',
        '',
        '---',
      ].join('\n'),
    );
  });

  test('as Markdown has tables and whole addresses, of an element that is named', async () => {
    await call('browser_navigate', { url: pages.origin });
    expect((await call('browser_get_text', { selector: 'table', format: 'markdown' })).data).toMatchObject({
      text: '| Name | Price |  |\n| --- | --- | --- |\n| Tea | 3 € | Delete |\n| Coffee \\| beans | 5 € | Delete |',
    });
    expect((await call('browser_get_text', { selector: 'p', format: 'markdown' })).data).toMatchObject({
      text: `Nothing is **overdue**, says [the help page](${pages.origin}/help).`,
    });
  });

  test('answers as much as a snapshot may have, and reads on to the end with a cursor', async () => {
    await call('browser_navigate', { url: `${pages.origin}/long` });
    let whole = '';
    let cursor: string | undefined;
    let calls = 0;
    do {
      const { data, text } = await call('browser_get_text', cursor ? { cursor } : {});
      const part = data as { text: string; cursor?: string };
      expect(part.text.length).toBeLessThanOrEqual(50_000);
      if (part.cursor) expect(text).toMatch(/^Cut: \d+ of \d+ characters are left\. Continue with cursor "/);
      whole += part.text;
      cursor = part.cursor;
    } while (cursor && ++calls < 9);
    expect(calls).toBe(2);
    expect(whole.match(/Sentence \d+ of the book\./g)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => `Sentence ${index} of the book.`),
    );
  });

  test('a cursor says so when the page has changed meanwhile', async () => {
    await call('browser_navigate', { url: `${pages.origin}/long` });
    const { cursor } = (await call('browser_get_text')).data as { cursor: string };
    const { text: next } = (await call('browser_get_text', { cursor })).data as { text: string };
    await call('browser_evaluate', { script: 'document.body.prepend("New on top")' });
    const moved = await call('browser_get_text', { cursor });
    expect(moved.text).toMatch(/^The page changed above this part; this part follows the end of the last one\. Cut: /);
    expect((moved.data as { text: string }).text.slice(0, 100)).toBe(next.slice(0, 100));
    await call('browser_evaluate', { script: 'document.body.textContent = "Something else"' });
    expect((await call('browser_get_text', { cursor })).text).toContain('text may be missing or repeated here');
    await expect(call('browser_get_text', { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
