import { ChromeEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const tools = createToolSet(catalogue);
const conversations = new Conversations(new ChromeEngine());
let shop: PageServer;
let bank: PageServer;

const frame = (url: string, more = '') =>
  `<iframe src="${url}" style="width:500px;height:300px;border:7px solid" ${more}></iframe>`;
const button = (name: string) => `<button onclick="this.textContent = '${name} done'">${name}</button>`;

const SECTIONS = Array.from({ length: 120 }, (_, i) => `section ${i}`);

beforeAll(async () => {
  const elsewhere = (server: PageServer) => server.origin.replace('127.0.0.1', 'localhost');
  const pages = {
    '/inner': `<title>Inner</title><div style="height:900px"></div>${button('Innermost')}`,
    '/pay':
      '<title>Pay</title><label>Card <input autocomplete="cc-number"></label><label>Name <input id="holder"></label>',
  };
  shop = await servePages({
    ...pages,
    '/': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Shop</title><h1>Shop</h1>${button('Outer')}<p style="height:1200px">Far down:</p>${frame(`${elsewhere(bank)}/middle`)}`,
        ),
    '/checkout': (_, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Checkout</title>${frame(`${elsewhere(bank)}/pay`)}`),
    '/covered': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Covered</title>${frame(`${elsewhere(bank)}/pay`)}<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0">x</div>`,
        ),
    '/step': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Step</title><button onclick="step.hidden = false">Pay</button><div id="step" hidden>${frame(`${elsewhere(bank)}/pay`)}</div>`,
        ),
    '/articles': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Articles</title><p>Above</p>${frame('/near')}${frame(`${elsewhere(bank)}/article`)}<p>Below</p>${frame(`${elsewhere(bank)}/pay`, 'hidden')}`,
        ),
    '/near': '<p>Near the article</p>',
    '/sandboxed': `<title>Box</title>${frame('/pay', 'sandbox="allow-scripts allow-forms"')}`,
    '/next': '<title>Next</title><button>One</button><button>Two</button>',
  });
  bank = await servePages({
    ...pages,
    '/article': `<main>${SECTIONS.map((title) => `<h2>${title}</h2><p>${`All of ${title}. `.repeat(40)}</p><a href="#">Read ${title}</a>`).join('')}</main>`,
    '/middle': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<title>Middle</title>${button('Middle')}${frame(`${shop.origin}/inner`, 'sandbox="allow-scripts"')}`),
  });
});
afterAll(async () => {
  await conversations.closeAll();
  await Promise.all([shop.close(), bank.close()]);
});

const call = (name: string, input: unknown = {}) => {
  const { signal } = new AbortController();
  return callTool({ tools, name, input, conversation: conversations.get('a'), signal });
};
const open = (path: string) => call('browser_navigate', { url: new URL(path, shop.origin).href });

interface Read {
  tree: string;
  refs: Record<string, { role: string; name: string }>;
  frames: string[];
}
const read = async (input = {}) => (await call('browser_snapshot', input)).data as Read;
const refOf = ({ refs }: Read, name: string) =>
  Object.entries(refs).find(([, info]) => info.name === name)?.[0] ?? `no ${name}`;

describe('frames of other origins', () => {
  test('three deep, one sandboxed, are read in place, and what is in them is clicked by ref', async () => {
    await open('/');
    const before = await vi.waitFor(async () => {
      const snapshot = await read();
      expect(snapshot.tree).toContain('Innermost');
      return snapshot;
    });
    expect(before.tree).toMatch(
      /- iframe.*\n {2}- button "Middle" @f1e\d+\n {2}- iframe.*\n {4}- button "Innermost" @f2e\d+/,
    );
    expect(before.frames).toEqual([]);
    for (const name of ['Innermost', 'Middle', 'Outer']) await call('browser_click', { selector: refOf(before, name) });
    const after = await read();
    for (const name of ['Innermost', 'Middle', 'Outer']) {
      expect(after.refs[refOf(before, name)]).toMatchObject({ role: 'button', name: `${name} done` });
    }
  });

  test.each(['/checkout', '/sandboxed'])(
    'a form in one on %s is filled by ref, and card numbers are masked',
    async (path) => {
      await open(path);
      const form = await vi.waitFor(async () => {
        const snapshot = await read();
        expect(refOf(snapshot, 'Card')).toMatch(/^@f\d+e\d+$/);
        return snapshot;
      });
      expect((await call('browser_type', { selector: refOf(form, 'Name'), text: 'Ada' })).data).toMatchObject({
        acted: { value: 'Ada' },
      });
      await call('browser_fill', { selector: refOf(form, 'Card'), value: '4242424242424242' });
      const { tree } = await read();
      expect(tree).toContain('Ada');
      expect(tree).not.toContain('4242');
      expect((await call('browser_get_attribute', { selector: refOf(form, 'Name'), attribute: 'id' })).data).toEqual({
        value: 'holder',
      });
    },
  );

  test('what covers the frame in the page around it is noticed', async () => {
    await open('/covered');
    const form = await vi.waitFor(async () => {
      const snapshot = await read();
      expect(refOf(snapshot, 'Card')).toMatch(/^@f/);
      return snapshot;
    });
    await expect(call('browser_click', { selector: refOf(form, 'Card') })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('Cookies'),
    });
  });

  test('that an action brings are reported with what is in them', async () => {
    await open('/step');
    await read();
    const { text } = await call('browser_click', { selector: 'button' });
    const [, field] = /In the iframe @\w+:\n- textbox "Card" @(f\d+\w*e\d+)/.exec(text) ?? [];
    expect(field, text).toBeDefined();
    expect((await call('browser_fill', { selector: `@${field}`, value: '12' })).text).toContain('textbox "Card"');
  });
});

test('the refs of a frame that was removed are stale, and of the next one new', async () => {
  await open('/checkout');
  const first = await vi.waitFor(async () => {
    const ref = refOf(await read(), 'Card');
    expect(ref).toMatch(/^@f/);
    return ref;
  });
  await call('browser_evaluate', {
    script: 'const frame = document.querySelector("iframe"); frame.remove(); document.body.append(frame.cloneNode())',
  });
  const second = await vi.waitFor(async () => {
    const ref = refOf(await read(), 'Card');
    expect(ref).toMatch(/^@f/);
    return ref;
  });
  expect(second).not.toBe(first);
  await expect(call('browser_click', { selector: first })).rejects.toMatchObject({ code: 'stale_ref' });
  // A frame that is still loading may replace its document once more.
  await vi.waitFor(async () => {
    const newest = refOf(await read(), 'Card');
    expect((await call('browser_click', { selector: newest })).data).toMatchObject({ acted: { ref: newest } });
  });
});

describe('refs', () => {
  test('are never used again after a navigation: the old one says that it is stale', async () => {
    await open('/');
    const old = refOf(await read(), 'Outer');
    await open('/next');
    const now = await read();
    expect(Object.keys(now.refs)).not.toContain(old);
    await expect(call('browser_click', { selector: old })).rejects.toMatchObject({
      code: 'stale_ref',
      hint: expect.stringContaining('snapshot'),
    });
  });

  test('are unlike in every tab', async () => {
    await open('/next');
    const first = Object.keys((await read()).refs);
    await call('browser_tabs', { action: 'new', url: `${shop.origin}/next` });
    const second = Object.keys((await read()).refs);
    expect(second).toHaveLength(2);
    expect(first.filter((ref) => second.includes(ref))).toEqual([]);
  });
});

describe('long frames', () => {
  test.each(['browser_snapshot', 'browser_get_text'])('are read to the end by %s, with a cursor', async (name) => {
    await open('/articles');
    const parts: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined && parts.length < 9; ) {
      const { text } = await call(name, cursor === '' ? {} : { cursor });
      parts.push(text);
      [, cursor] = /cursor "([^"]+)"/.exec(text) ?? [];
    }
    const all = parts.join('\n');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]).toContain('Above');
    expect(all).toMatch(/Near the article/);
    expect(all.match(/\bBelow\b/g)).toHaveLength(1);
    const read = [...all.matchAll(/Read (section \d+)/g)].map(([, title]) => title);
    expect(read).toEqual(SECTIONS);
    expect(all).not.toContain('Card');
  });

  test('browser_get_text of an iframe is the text inside', async () => {
    await open('/articles');
    expect((await call('browser_get_text', { selector: 'iframe[src="/near"]' })).text).toContain('Near the article');
    expect((await call('browser_get_text', { selector: 'iframe[src$="/article"]', format: 'markdown' })).text).toMatch(
      /## section 0\n/,
    );
  });
});
