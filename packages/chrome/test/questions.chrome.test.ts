import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Shop</title><style>#buy { color: rgb(1, 2, 3) } @media (min-width: 1px) { .big { font-size: 20px } } p { color: red }</style>
      <h1>Fresh beans</h1><button id="buy" class="big" data-testid="buy-now" onclick="out.textContent += 'bought '">Buy now</button>
      <button onclick="out.textContent += 'later '">Buy later</button><button disabled>Sold out</button>
      <label>E-mail <input id="mail" placeholder="you@shop.test" value="ada@shop.test"></label>
      <label>Password <input id="word" type="password" value="hunter2hunter2"></label>
      <img alt="A cup" title="Cup of the day" src="data:," width="20" height="20"><label><input type="checkbox" checked> News</label>
      <ul><li>One</li><li>Two</li><li hidden>Three</li></ul><div id="host"></div><output id="out"></output>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="this.textContent = \\'Done inside\\'">Inside</button>'</script>`,
    '/late':
      '<title>Late</title><p id="p">waiting</p><script>setTimeout(() => { p.textContent = "Ready"; document.title = "Ready now" }, 300)</script>',
  });
});
afterAll(() => pages.close());

const open = (path = '/') => call('browser_navigate', { url: pages.origin + path });
const answer = async (selector: string, what: string, more: object = {}) =>
  ((await call('browser_query', { selector, what, ...more })).data as { value: string }).value;

describe('selectors by what a person sees', () => {
  test.each([
    ['text=Buy now', 'button "Buy now"'],
    ['text="Buy later"', 'button "Buy later"'],
    ['role=button[name="Buy now"]', 'button "Buy now"'],
    ['testid=buy-now', 'button "Buy now"'],
    ['title=cup of', 'image "A cup"'],
    ['alt="A cup"', 'image "A cup"'],
    ['text=Inside', 'button "Inside"'],
  ])('browser_click %s', async (selector, clicked) => {
    await open();
    expect((await call('browser_click', { selector })).text).toContain(`Clicked ${clicked}`);
  });

  test('work wherever an element is named', async () => {
    await open();
    expect((await call('browser_fill', { selector: 'label=E-mail', value: 'grace@shop.test' })).text).toContain(
      'grace@shop.test',
    );
    expect((await call('browser_type', { selector: 'placeholder=you@shop', text: 'x' })).text).toContain(
      'textbox "E-mail"',
    );
    expect((await call('browser_get_text', { selector: 'role=heading' })).text).toContain('Fresh beans');
    expect((await call('browser_wait_for', { selector: 'text="Fresh beans"' })).text).toMatch(/\d+ ms/);
    expect((await call('browser_uncheck', { selector: 'label=News' })).text).toContain('not checked');
  });

  test.each([
    ['text=Buy', 'ambiguous'],
    ['text=Nothing like that', 'not_found'],
    ['role=nosuchrole', 'not_found'],
    ['testid="]', 'not_found'],
    ['wrong=thing', 'invalid_selector'],
  ])('%s is %s', async (selector, code) => {
    await open();
    await expect(call('browser_click', { selector })).rejects.toMatchObject({ code });
  });
});

describe('browser_query', () => {
  test('reports HTML, value, count, box, state, styles and rules', async () => {
    await open();
    expect(await answer('#buy', 'html')).toMatch(/^<button id="buy".*Buy now<\/button>$/);
    expect(await answer('#mail', 'value')).toBe('ada@shop.test');
    expect(await answer('li', 'count')).toBe('3');
    expect(await answer('text=absent', 'count')).toBe('0');
    expect(JSON.parse(await answer('#buy', 'box'))).toMatchObject({
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(JSON.parse(await answer('text="Sold out"', 'state'))).toEqual({
      visible: true,
      enabled: false,
      focused: false,
    });
    expect(JSON.parse(await answer('#buy', 'styles', { names: ['color', 'font-size'] }))).toEqual({
      color: 'rgb(1, 2, 3)',
      'font-size': '20px',
    });
    expect(await answer('#buy', 'rules')).toBe(
      '#buy { color: rgb(1, 2, 3); }\n@media (min-width: 1px) .big { font-size: 20px; }',
    );
  });

  test('gives a locator that finds the element on another day', async () => {
    await open();
    expect(await answer('#buy', 'locator')).toBe("getByTestId('buy-now')");
    expect(await answer('text="Buy later"', 'locator')).toBe("getByRole('button', { name: 'Buy later', exact: true })");
    expect(await answer('#out', 'locator')).toBe("locator('#out')");
  });

  test('keeps what a password field holds to itself', async () => {
    await open();
    for (const what of ['value', 'html']) expect(await answer('#word', what)).not.toContain('hunter2');
  });
});

describe('browser_expect', () => {
  test('waits until it is so', async () => {
    await open('/late');
    const { text } = await call('browser_expect', {
      selector: '#p',
      text: 'Ready',
      title: 'Ready now',
      timeout: '20s',
    });
    expect(text).toContain('Condition met after');
    expect(text).toContain('title has "Ready now"');
  });

  test.each([
    [{ selector: '#buy', visible: true, enabled: true }],
    [{ selector: 'li', count: 3 }],
    [{ selector: '#mail', value: 'ada@shop.test' }],
    [{ selector: 'label=News', checked: true }],
    [{ selector: '#absent', visible: false }],
    [{ text: 'Fresh beans', url: '127.0.0.1' }],
  ])('%j is so', async (expected) => {
    await open();
    expect((await call('browser_expect', expected)).text).toContain('Condition met');
  });

  test.each([
    [{ selector: 'li', count: 2 }, 'there was: 3'],
    [{ selector: '#mail', value: 'other' }, 'there was: ada@shop.test'],
    [{ selector: '#buy', visible: false }, 'It is visible.'],
    [{ selector: '#absent', text: 'x' }, 'not found'],
    [{ selector: '#absent', visible: true }, 'No element matches.'],
    [{ title: 'Bank' }, 'there was: Shop'],
  ])('%j fails with what there is', async (expected, seen) => {
    await open();
    await expect(call('browser_expect', { ...expected, timeout: '200ms' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(seen),
    });
  });

  test.each([[{}], [{ visible: true }], [{ selector: '#buy' }]])('%j checks nothing and is refused', async (input) => {
    await expect(call('browser_expect', input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
