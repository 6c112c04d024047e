import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

describe('waits until it is so', () => {
  const cases: [what: string, html: string, options: object, change: string][] = [
    ['attached', '', { selector: '#x', state: 'attached' }, `document.body.innerHTML = '<p id="x" hidden></p>'`],
    ['detached', '<p id="x">X</p>', { selector: '#x', state: 'detached' }, 'x.remove()'],
    ['visible by default', '<p id="x" hidden>X</p>', { selector: '#x' }, 'x.hidden = false'],
    ['hidden', '<p id="x">X</p>', { selector: '#x', state: 'hidden' }, `x.style.visibility = 'hidden'`],
    ['hidden by removal', '<p id="x">X</p>', { selector: '#x', state: 'hidden' }, 'x.remove()'],
    [
      'visible by a stylesheet alone',
      '<p id="x">X</p><style>#x { display: none }</style>',
      { selector: '#x' },
      `document.styleSheets[0].deleteRule(0)`,
    ],
    [
      'visible in a shadow root',
      '<p id="host"></p><script>host.attachShadow({ mode: "open" })</script>',
      { selector: '#in' },
      `host.shadowRoot.innerHTML = '<b id="in">In</b>'`,
    ],
    ['text', '<p id="x"></p>', { text: 'all done' }, `x.innerHTML = '<b>all</b>\\n done'`],
    ['text in an element', '<p>go</p><p id="x"></p>', { text: 'go', selector: '#x' }, `x.textContent = 'go'`],
    ['text gone', '<p id="x">Loading…</p>', { textGone: 'Loading' }, `x.style.display = 'none'`],
    ['part of the URL', '', { url: '#step-2' }, `location.hash = 'step-2'`],
    ['URL by glob', '', { url: 'about:*#step-*' }, `location.hash = 'step-2'`],
    ['URL by regular expression', '', { url: '/step-\\d$/' }, `location.hash = 'step-2'`],
    ['an expression', '', { function: 'window.ready === 1' }, 'window.ready = 1'],
    ['a promise', '', { function: 'Promise.resolve(window.ready)' }, 'window.ready = 1'],
    [
      'all of several',
      '<p id="x" hidden>X</p>',
      { selector: '#x', text: 'X', function: 'window.ready' },
      'x.hidden = false; window.ready = 1',
    ],
  ];
  for (const [what, html, options, change] of cases) {
    test(what, async () => {
      await using opened = await openBrowserAgent(browser, html);
      const [before, after] = await opened.agent.evaluate(
        async (agent, options, change) => {
          let over = false;
          const waiting = agent.waitFor(options).then((result) => {
            over = true;
            return result;
          });
          await new Promise((resolve) => setTimeout(resolve, 150));
          const before = over;
          // biome-ignore lint/security/noGlobalEval: the change comes from the table above.
          globalThis.eval(change);
          return [before, await waiting] as const;
        },
        options,
        change,
      );
      expect(before).toBe(false);
      expect(after).toEqual({ elapsed: expect.any(Number) });
    });
  }

  test('the selector may come first, as may a RegExp and a function', async () => {
    await using opened = await openBrowserAgent(browser, '<p id="x">X</p>');
    const results = await opened.agent.evaluate((agent) =>
      Promise.all([
        agent.waitFor('#x'),
        agent.waitFor('#y', { state: 'detached', timeout: 1000 }),
        agent.waitFor({ url: /^about:/ }),
        agent.waitFor({ function: () => document.title === '' }),
      ]),
    );
    expect(results.map(({ elapsed }) => typeof elapsed)).toEqual(['number', 'number', 'number', 'number']);
  });

  test('a ref whose element has gone is detached and hidden', async () => {
    await using opened = await openBrowserAgent(browser, '<button>Go</button>');
    const result = await opened.agent.evaluate(async (agent) => {
      const [ref = ''] = Object.keys((await agent.snapshot()).refs);
      document.querySelector('button')?.remove();
      await agent.waitFor(ref, { state: 'detached', timeout: 1000 });
      return [await agent.isVisible(ref), await agent.waitFor(ref, { state: 'hidden', timeout: 1000 })] as const;
    });
    expect(result[0]).toBe(false);
    expect(result[1]).toEqual({ elapsed: expect.any(Number) });
  });
});

describe('a timeout reports how things stand', () => {
  const cases: [html: string, options: object, found: RegExp][] = [
    ['', { selector: '#x' }, /still waiting for "#x" to be visible: no element matches/],
    [
      '<button id="x" style="display:none">Go</button>',
      { selector: '#x' },
      /button(?: "Go")? is hidden: display: none/,
    ],
    ['<p id="x">X</p>', { selector: '#x', state: 'hidden' }, /paragraph is visible/],
    ['<p>X</p><p>Y</p>', { selector: 'p', state: 'detached' }, /2 match; paragraph is visible/],
    ['<p>X</p>', { text: 'Y' }, /the text "Y": it is not there/],
    ['<p>X</p>', { text: 'X', selector: '#none' }, /nothing matches "#none"/],
    ['<p>X</p>', { textGone: 'X' }, /the text "X" to go: it is still there/],
    ['', { url: '/done' }, /the URL to match \/done: it is about:blank/],
    ['', { function: '0' }, /it last returned 0/],
  ];
  for (const [html, options, found] of cases) {
    test(String(found), async () => {
      await using opened = await openBrowserAgent(browser, html);
      const error = await opened.failureOf((agent, options) => agent.waitFor({ ...options, timeout: 50 }), options);
      expect(error.message).toMatch(found);
      expect(error.message).toMatch(/^After \d+ ms/);
      expect(error.code).toBe('timeout');
    });
  }
});

test('bad input fails at once: no condition, an unknown state, an invalid selector, an unknown ref, a script that throws', async () => {
  await using opened = await openBrowserAgent(browser, '');
  const codeOf = async (options: object) =>
    (await opened.failureOf((agent, options) => agent.waitFor(options), options)).code;
  expect(await codeOf({})).toBe('invalid_input');
  expect(await codeOf({ selector: 'p', state: 'gone' })).toBe('invalid_input');
  expect(await codeOf({ selector: 'p:::' })).toBe('invalid_selector');
  expect(await codeOf({ selector: '@e9' })).toBe('not_found');
  expect(await codeOf({ function: 'nope.nope' })).toBe('script_failed');
});

test('an AbortSignal ends the wait', async () => {
  await using opened = await openBrowserAgent(browser, '');
  const error = await opened.failureOf((agent) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    return agent.waitFor({ selector: '#never', signal: controller.signal });
  });
  expect(error.code).toBe('cancelled');
});
