import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { scriptIn, snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

test('100 levels of structure', async () => {
  const tree = await chrome.read(
    `${'<section aria-label="S">'.repeat(100)}<button>Deep</button>${'</section>'.repeat(100)}`,
  );
  expect(tree.split('\n')).toHaveLength(101);
  expect(tree).toMatch(/^ {200}- button "Deep" @e1$/m);
});

test.each([
  ['wrappers', 'div', ''],
  ['lists', 'ul', ''],
  ['named regions', 'section', 'Part'],
  ['one long link', 'a', ''],
])('10,000 levels of %s', async (_what, tag, label) => {
  // Chrome's own layout does not survive blocks this deep, so these have no boxes.
  await using page = await chrome.open('<style>main * { display: contents }</style><main></main>');
  await page.page.evaluate(
    (name, text) => {
      let parent: Element | null = document.querySelector('main');
      for (let level = 0; level < 10_000; level++) {
        const child = document.createElement(name);
        if (text) child.setAttribute('aria-label', text);
        if (name === 'a' && level === 0) child.setAttribute('href', '/');
        parent?.append(child);
        parent = child;
      }
      parent?.append('At the bottom');
    },
    tag,
    label,
  );
  expect((await snapshotOf(page)).tree).toContain('At the bottom');
});

test('a text of 5 MB', async () => {
  await using page = await chrome.open('<p></p><button></button>');
  await page.page.evaluate(() => {
    const text = 'word '.repeat(1_000_000);
    document.querySelector('p')?.append(text);
    document.querySelector('button')?.append(text);
  });
  const { tree } = await snapshotOf(page);
  expect(tree.length).toBeLessThan(25_000);
  expect(tree).toMatch(
    /… \(4979999 more characters: get the text of @e1\)\n- button "word .* more characters: get the text of @e2\)" @e2$/,
  );
});

test('a document without a body', async () => {
  await using page = await chrome.open('<p>x</p>');
  await page.page.evaluate(() => document.body.remove());
  expect((await snapshotOf(page, { header: false })).tree).toBe('[Nothing to show.]');
  await page.page.evaluate(() => document.documentElement.remove());
  expect((await snapshotOf(page, { header: false })).tree).toBe('[Nothing to show.]');
});

test('documents of SVG and XHTML', async () => {
  await using pages = await servePages({
    '/drawing': (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml');
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg"><title>Plan</title><a href="/x"><text y="20">Door</text></a></svg>',
      );
    },
    '/page': (_request, response) => {
      response.setHeader('content-type', 'application/xhtml+xml');
      response.end(
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><button>Go</button></body></html>',
      );
    },
  });
  await using page = await chrome.open('');
  for (const [path, line] of [
    ['/drawing', '- link "Door" @e1'],
    ['/page', '- button "Go" @e1'],
  ]) {
    await page.page.goto(`${pages.origin}${path}`);
    const script = await scriptIn(page.page);
    expect((await snapshotOf({ script }, { header: false })).tree).toContain(line);
  }
});

test('a snapshot leaves nothing in the page: no attribute, global, listener or changed prototype', async () => {
  await using page = await chrome.open(
    '<main><button onclick="0">Go</button><input value="a"><details><summary>S</summary>t</details></main>',
  );
  const stateOf = () =>
    page.page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      globals: Object.getOwnPropertyNames(window).length,
      prototypes: [Element, Node, Document, HTMLElement, HTMLInputElement, EventTarget, Array, Map].map((type) =>
        Reflect.ownKeys(type.prototype).map(String).join(),
      ),
      expandos: [...document.querySelectorAll('*')].flatMap((element) => Reflect.ownKeys(element).map(String)),
    }));
  const before = await stateOf();
  const mutations = await page.page.evaluateHandle(() => {
    const seen: MutationRecord[] = [];
    new MutationObserver((records) => seen.push(...records)).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
      characterData: true,
    });
    return seen;
  });
  for (const options of [{}, { interactive: true }, { viewport: true }, { diff: true }])
    await snapshotOf(page, options);
  expect(await stateOf()).toEqual(before);
  expect(await mutations.evaluate((seen) => seen.length)).toBe(0);
});

test('a form whose fields hide its own properties', async () => {
  await using page = await chrome.open(
    '<form><input name="getAttribute" aria-label="A"><input name="nodeType" aria-label="B"></form>',
  );
  expect((await snapshotOf(page, { header: false })).tree).toBe('- textbox "A" @e1\n- textbox "B" @e2');
});
