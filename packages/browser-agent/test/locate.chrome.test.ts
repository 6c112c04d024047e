import { servePages, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

test('a ref is taken in every spelling', async () => {
  await using opened = await openBrowserAgent(browser, '<button>One</button><button>Two</button>');
  const texts = await opened.agent.evaluate(async (agent) => {
    const { refs } = await agent.snapshot();
    const two = Object.keys(refs)
      .find((ref) => refs[ref]?.name === 'Two')
      ?.slice(1);
    return Promise.all([`@${two}`, `${two}`, `ref=${two}`, `[ref=${two}]`].map((each) => agent.getText(each)));
  });
  expect(texts).toEqual(['Two', 'Two', 'Two', 'Two']);
});

test('CSS reaches into open shadow roots and frames when the document has no match', async () => {
  await using opened = await openBrowserAgent(
    browser,
    `<div id="host"></div><iframe srcdoc="<p id='framed'>In the frame</p>"></iframe>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<div><p id="deep">In the shadow</p></div>'</script>`,
  );
  const texts = await opened.agent.evaluate((agent) => Promise.all([agent.getText('#deep'), agent.getText('#framed')]));
  expect(texts).toEqual(['In the shadow', 'In the frame']);
});

describe('a selector that does not name one element', () => {
  test('invalid CSS is invalid_selector, and so are an empty text and a non-text', async () => {
    await using opened = await openBrowserAgent(browser, '<button>Save</button>');
    expect(await opened.failureOf((agent) => agent.click('button:has-text("Save")'))).toMatchObject({
      code: 'invalid_selector',
      message: expect.stringContaining('button:has-text'),
    });
    expect((await opened.failureOf((agent) => agent.click('#'))).code).toBe('invalid_selector');
    expect((await opened.failureOf((agent) => agent.getText('  '))).code).toBe('invalid_selector');
    expect((await opened.failureOf((agent) => agent.getText(undefined as unknown as string))).code).toBe(
      'invalid_selector',
    );
  });

  test('no match names the nearest controls with refs that work', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<button id="submit-order">Place order</button><a href="#x">Help</a><input name="quantity">',
    );
    const error = await opened.failureOf((agent) => agent.click('#sumbit-order'));
    expect(error.code).toBe('not_found');
    const ref = /Nearest: button "Place order" \((@e\d+)\)/.exec(error.message)?.[1];
    expect(error.message).not.toContain('Help');
    expect(await opened.agent.evaluate((agent, ref) => agent.getText(String(ref)), ref)).toBe('Place order');
  });

  test('an unknown ref is not_found and never reaches CSS', async () => {
    await using opened = await openBrowserAgent(browser, '<button>Save</button>');
    const error = await opened.failureOf((agent) => agent.click('@e99'));
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('e99') });
  });

  test('several matches: the only visible one is meant', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button class="go" hidden>Phone</button><button class="go" onclick="document.title = 'desk'">Desk</button>`,
    );
    await opened.agent.evaluate((agent) => agent.click('.go'));
    expect(await opened.page.title()).toBe('desk');
  });

  test('several visible matches are refused and listed with refs that work', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button class="go">First</button><button class="go" onclick="document.title = 'second'">Second</button>`,
    );
    const error = await opened.failureOf((agent) => agent.click('.go'));
    expect(error.code).toBe('ambiguous');
    expect(error.message).toContain('2 visible elements match ".go": button "First" (@e');
    expect(await opened.page.title()).toBe('');
    const second = /button "Second" \((@e\d+)\)/.exec(error.message)?.[1];
    await opened.agent.evaluate((agent, ref) => agent.click(String(ref)), second);
    expect(await opened.page.title()).toBe('second');
  });

  test('several hidden matches are refused too', async () => {
    await using opened = await openBrowserAgent(browser, '<p hidden>One</p><p hidden>Two</p>');
    const error = await opened.failureOf((agent) => agent.click('p'));
    expect(error).toMatchObject({ code: 'ambiguous', message: expect.stringContaining('all of them hidden') });
  });
});

test('a detached element is stale_ref, and its number never names another', async () => {
  await using opened = await openBrowserAgent(browser, '<button id="old">Old</button>');
  const ref = await opened.agent.evaluate(async (agent) => {
    const [ref = ''] = Object.keys((await agent.snapshot()).refs);
    document.getElementById('old')?.remove();
    document.body.innerHTML = '<button id="new" onclick="document.title = 1">Old</button>';
    await agent.snapshot();
    return ref;
  });
  const error = await opened.failureOf((agent, ref) => agent.click(ref), ref);
  expect(error).toMatchObject({ code: 'stale_ref', message: expect.stringContaining('button "Old"') });
  expect(await opened.page.title()).toBe('');
});

test('a lookup, even a failed one, never gives a ref to another element', async () => {
  await using opened = await openBrowserAgent(browser, '<button>A</button><button>B</button><button>C</button>');
  const [before, after] = await opened.agent.evaluate(async (agent) => {
    const before = (await agent.snapshot()).refs;
    await agent.click('button').catch(() => undefined);
    await agent.click('#buton').catch(() => undefined);
    await agent.getText('button:nth-child(3)');
    return [before, (await agent.snapshot()).refs] as const;
  });
  expect(after).toEqual(before);
  expect(Object.keys(before)).toHaveLength(3);
});

test.each(['text=Reject all', 'text="Reject all"', 'role=button[name="Reject all"]'])(
  '%s is that button',
  async (selector) => {
    await using opened = await openBrowserAgent(browser, '<button>Accept</button><button>Reject all</button>');
    expect(await opened.agent.evaluate((agent, text) => agent.click(text), selector)).toMatchObject({
      name: 'Reject all',
    });
  },
);

test.each([
  ['button >> nth=0', 'Accept'],
  ['button >> nth=-1', 'Reject all'],
  ['text=a >>nth= 1', 'Reject all'],
])('%s is one of several', async (selector, name) => {
  await using opened = await openBrowserAgent(browser, '<button>Accept</button><button>Reject all</button>');
  expect(await opened.agent.evaluate((agent, text) => agent.click(text), selector)).toMatchObject({ name });
  const beyond = await opened.agent.evaluate((agent) => agent.click('button >> nth=2').catch(({ code }) => code));
  expect(beyond).toBe('not_found');
});

test.each(['words=Reject all', 'button:has-text("Reject all")'])(
  '%s is no selector, and what it may mean is named',
  async (selector) => {
    await using opened = await openBrowserAgent(browser, '<button>Accept</button><button>Reject all</button>');
    const error = await opened.failureOf((agent, text) => agent.click(text), selector);
    expect(error).toMatchObject({
      code: 'invalid_selector',
      message: expect.stringMatching(/ is not a valid CSS selector or ref\. Nearest: button "Reject all" \(@e\d+\)/),
    });
  },
);

test.each(['/', '/around'])('frames of other origins are said to be unsearched, also those inside %s', async (path) => {
  await using other = await servePages({ '/': '<button id="inner">Inner</button>' });
  await using server = await servePages({
    '/': `<iframe src="${other.origin}/"></iframe>`,
    '/around': '<iframe src="/"></iframe>',
  });
  await using opened = await openBrowserAgent(browser, new URL(path, server.origin));
  const error = await opened.failureOf((agent) => agent.click('#inner'));
  expect(error.message).toContain('1 frame of another origin cannot be searched');
});
