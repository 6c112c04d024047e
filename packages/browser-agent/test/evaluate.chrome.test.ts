import { servePages, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenedAgent, openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
let opened: OpenedAgent;
beforeAll(async () => {
  browser = await startChrome();
  opened = await openBrowserAgent(browser, '<title>Page</title><button id="save">Save</button><ul><li>1<li>2</ul>');
});
afterAll(() => browser.close());

const evaluate = (script: string) => opened.agent.evaluate((agent, script) => agent.evaluate(script), script);

describe('the completion value of a console', () => {
  const cases: [script: string, value: unknown][] = [
    ['document.title', 'Page'],
    ['const a = 2; a * 3', 6],
    ['let total = 0; for (const n of [1, 2]) total += n; total;', 3],
    ['if (true) { "yes" } else { "no" }', 'yes'],
    ['{ a: 1, b: [2] }', { a: 1, b: [2] }],
    ['({ a: 1 })', { a: 1 }],
    ['function twice(n) { return n * 2 } twice(4)', 8],
    ['() => document.title', 'Page'],
    ['async () => { return 5 }', 5],
    ['function () { return 7 }', 7],
    ['(n => n + 1)(1)', 2],
    ['Promise.resolve(3)', 3],
    ['await Promise.resolve(4)', 4],
    ['const x = await Promise.resolve(4); x + 1', 5],
    ['const x = await Promise.resolve({ n: 1 });\n({\n  n: x.n,\n})', { n: 1 }],
    ['await Promise.resolve();\nlet s = 0;\nfor (const n of [1, 2]) { s += n }\ns', 3],
    ['return document.title', 'Page'],
    ['if (document.title) { return 1 }\nreturn 2', 1],
    ['// a comment\n1 + 1 // two', 2],
    ['await 1 // a comment', 1],
    ['"await; return"', 'await; return'],
    ['undefined', undefined],
    ['null', null],
  ];
  for (const [script, value] of cases) {
    test(JSON.stringify(script), async () => {
      expect(await evaluate(script)).toEqual(value);
    });
  }
});

describe('what JSON has no word for', () => {
  const cases: [script: string, value: unknown][] = [
    [
      '[undefined, NaN, Infinity, -0, 10n, Symbol("s")]',
      ['[undefined]', '[NaN]', '[Infinity]', '[-0]', '[10n]', '[Symbol(s)]'],
    ],
    ['[function go() {}, () => 1, class A {}]', ['[function go]', '[function anonymous]', '[function A]']],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['new Date("x")', '[invalid Date]'],
    ['/a+/gi', '/a+/gi'],
    ['new Map([["a", { b: 1 }]])', [['a', { b: 1 }]]],
    ['new Set([1, "x"])', [1, 'x']],
    ['new Uint8Array([1, 2])', [1, 2]],
    ['new ArrayBuffer(8)', '[ArrayBuffer: 8 bytes]'],
    ['[Promise.resolve(1)]', ['[Promise]']],
    ['window', '[Window]'],
    ['document', '[#document]'],
    ['new URL("https://a.test/")', 'https://a.test/'],
    [
      'const o = { name: "o" }; o.self = o; o.list = [o]; o',
      { name: 'o', self: '[circular: $]', list: ['[circular: $]'] },
    ],
    ['const shared = { a: 1 }; [shared, shared]', [{ a: 1 }, { a: 1 }]],
    ['({ get bad() { throw new Error("no") }, good: 1 })', { bad: '[threw: no]', good: 1 }],
    ['new Proxy({}, { ownKeys() { throw new Error("trap") } })', '[Object: unreadable: trap]'],
    ['Object.assign(new TypeError("bad"), { extra: 1 })', { name: 'TypeError', message: 'bad', extra: 1 }],
    ['document.querySelectorAll("li").length', 2],
  ];
  for (const [script, value] of cases) {
    test(script, async () => {
      expect(await evaluate(script)).toEqual(value);
    });
  }

  test('elements come as refs that work', async () => {
    const value = await evaluate('[document.querySelector("#save"), document.querySelectorAll("li")]');
    expect(value).toEqual([
      expect.stringMatching(/^\[button "Save" \(@e\d+\)\]$/),
      [expect.stringContaining('@e'), expect.stringContaining('@e')],
    ]);
    const ref = /@e\d+/.exec(String((value as string[])[0]))?.[0] ?? '';
    expect(await opened.agent.evaluate((agent, ref) => agent.getText(ref), ref)).toBe('Save');
  });

  test('what is too much is cut, and the cut says so', async () => {
    const list = (await evaluate('Array.from({ length: 5000 }, (_, i) => i)')) as unknown[];
    expect(list).toHaveLength(1001);
    expect(list.at(-1)).toBe('[4000 more left out]');
    expect(await evaluate('"x".repeat(200000)')).toMatch(/x\[100000 more characters left out\]$/);
    expect(JSON.stringify(await evaluate('let o = {}; for (let i = 0; i < 100; i++) o = { o }; o'))).toContain(
      'too deep',
    );
    const wide = await evaluate('Array.from({ length: 900 }, () => Array.from({ length: 900 }, () => ({})))');
    expect(JSON.stringify(wide).length).toBeLessThan(30_000_000);
    expect(JSON.stringify(wide)).toContain('[left out: too much]');
  });
});

describe('a script that fails', () => {
  const failureOf = (script: string) => opened.failureOf((agent, script) => agent.evaluate(script), script);

  test('reports name, message and line', async () => {
    expect(await failureOf('const a = 1;\nnope.nope')).toMatchObject({
      code: 'script_failed',
      message: 'ReferenceError: nope is not defined at line 2',
    });
    expect((await failureOf('await Promise.reject(new RangeError("far"))')).message).toMatch(/^RangeError: far/);
    expect((await failureOf('throw "text"')).message).toBe('The script threw text.');
  });

  test('a syntax error is a script that failed; no script is invalid input', async () => {
    expect(await failureOf('const = 1')).toMatchObject({
      code: 'script_failed',
      message: expect.stringMatching(/^SyntaxError/),
    });
    expect((await failureOf('  ')).code).toBe('invalid_input');
  });

  test('a promise that never settles times out, and the next call runs', async () => {
    const error = await opened.failureOf((agent) => agent.evaluate('new Promise(() => {})', { timeout: 50 }));
    expect(error).toMatchObject({ code: 'timeout', message: 'The script did not finish within 50 ms.' });
    expect(await evaluate('1')).toBe(1);
  });

  test('a policy that forbids it is said clearly', async () => {
    await using server = await servePages({
      '/': (_, response) => {
        response.writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': "script-src 'unsafe-inline'",
        });
        response.end('<button>Go</button>');
      },
    });
    await using strict = await openBrowserAgent(browser, new URL(server.origin));
    // Chrome lets what a debugger calls use eval; what a timer calls is the page's own.
    const error = await strict.failureOf(async (agent) => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return agent.evaluate('1 + 1');
    });
    expect(error).toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Content-Security-Policy'),
    });
    expect(await strict.agent.evaluate((agent) => agent.getText('button'))).toBe('Go');
  });
});

test('a script runs in the global scope of the page and leaves nothing of ours there', async () => {
  const before = await opened.page.evaluate(() => Object.getOwnPropertyNames(window).sort());
  await evaluate('const secret = 1; let other = 2; secret + other');
  expect(await evaluate('typeof secret + typeof other + (this === window)')).toBe('undefinedundefinedtrue');
  expect(await opened.page.evaluate(() => Object.getOwnPropertyNames(window).sort())).toEqual(before);
});
