import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bundleApp, openAgentPage, startChrome } from '@btcp/test-support';
import type { Answer } from 'btcp-browser-agent';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

function answered<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

describe('target', () => {
  test('scrolls into view and tells where a trusted click lands', async () => {
    await using opened = await openAgentPage(
      browser,
      `<div style="height:2000px"></div><div id="host"></div><div style="height:2000px"></div>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="document.title = event.isTrusted">Deep</button>'</script>`,
    );
    const target = answered(await opened.agent.evaluate((agent) => agent.target('button')));
    expect(target).toMatchObject({ element: 'button "Deep"', ref: '@e1', rect: { width: expect.any(Number) } });
    expect(target.x).toBeGreaterThan(target.rect.x);
    expect(target.y).toBeLessThan(target.rect.y + target.rect.height);
    await opened.page.mouse.click(target.x, target.y);
    expect(await opened.page.title()).toBe('true');
  });

  test('in a frame, the place is one of the whole page', async () => {
    await using opened = await openAgentPage(
      browser,
      `<div style="padding:70px 0 0 90px"><iframe style="border:5px solid" srcdoc="<button onclick='parent.document.title = event.isTrusted'>In</button>"></iframe></div>`,
    );
    const target = answered(await opened.agent.evaluate((agent) => agent.target('button')));
    await opened.page.mouse.click(target.x, target.y);
    expect(await opened.page.title()).toBe('true');
  });

  test('what still moves is waited for, so that the click does not miss it', async () => {
    await using opened = await openAgentPage(
      browser,
      `<style>@keyframes slide { from { margin-left: 600px } } button { animation: slide 300ms linear }</style><button onclick="document.title = 'hit'">Go</button>`,
    );
    const target = answered(await opened.agent.evaluate((agent) => agent.target('button')));
    await opened.page.mouse.click(target.x, target.y);
    expect(await opened.page.title()).toBe('hit');
  });

  test('an invisible box is clicked by its label', async () => {
    await using opened = await openAgentPage(
      browser,
      '<input type="checkbox" id="c" style="display:none"><label for="c">Agree</label>',
    );
    const target = answered(await opened.agent.evaluate((agent) => agent.target('#c')));
    await opened.page.mouse.click(target.x, target.y);
    for (const selector of ['#c', 'label']) {
      const state = answered(await opened.agent.evaluate((agent, selector) => agent.readBack(selector), selector));
      expect(state).toMatchObject({ element: 'checkbox "Agree"', checked: true });
    }
  });

  test('what is in the way comes back as an error with a code', async () => {
    await using opened = await openAgentPage(
      browser,
      '<button>Go</button><input readonly><div style="position:fixed;inset:0" id="veil"></div>',
    );
    const answers = await opened.agent.evaluate((agent) =>
      Promise.all([agent.target('button'), agent.target('input', { editable: true }), agent.target('#none')]),
    );
    expect(answers).toMatchObject([
      {
        ok: false,
        error: {
          code: 'not_actionable',
          message: expect.stringContaining('covered by <div id="veil"> (@e'),
          hint: expect.any(String),
        },
      },
      { ok: false, error: { code: 'not_actionable', message: expect.stringContaining('read-only') } },
      { ok: false, error: { code: 'not_found' } },
    ]);
  });

  test('pointing at something disabled is allowed when asked', async () => {
    await using opened = await openAgentPage(browser, '<button disabled title="Why">Go</button>');
    const [strict, loose] = await opened.agent.evaluate((agent) =>
      Promise.all([agent.target('button'), agent.target('button', { enabled: false })]),
    );
    expect([strict.ok, loose.ok]).toEqual([false, true]);
  });
});

describe('focusForTyping and readBack', () => {
  test('trusted keys then append, or replace', async () => {
    await using opened = await openAgentPage(
      browser,
      '<label>Name <input id="a" value="Ada"></label><div id="b" contenteditable>Ada</div><input id="c" type="email" value="a@b">',
    );
    for (const selector of ['#a', '#b', '#c']) {
      const appended = answered(
        await opened.agent.evaluate((agent, selector) => agent.focusForTyping(selector), selector),
      );
      expect(appended.kind).toBe(selector === '#b' ? 'rich' : 'text');
      await opened.page.keyboard.type('!');
      expect(
        answered(await opened.agent.evaluate((agent, selector) => agent.readBack(selector), selector)).value,
      ).toMatch(/^a(?:da|@b)!$/i);
      await opened.agent.evaluate((agent, selector) => agent.focusForTyping(selector, { clear: true }), selector);
      await opened.page.keyboard.type('new');
      expect(answered(await opened.agent.evaluate((agent, selector) => agent.readBack(selector), selector)).value).toBe(
        'new',
      );
    }
  });

  test('a secret can be compared but not read', async () => {
    await using opened = await openAgentPage(browser, '<input type="password" value="hunter2">');
    const [shown, same, other] = await opened.agent.evaluate(
      (agent) =>
        [agent.readBack('input'), agent.readTyped('input', 'hunter2'), agent.readTyped('input', 'hunted')] as const,
    );
    expect(answered(shown).value).toBe('•••');
    expect(answered(same)).toMatchObject({ value: '•••' });
    expect(answered(same).note).toBeUndefined();
    expect(answered(other).note).toContain('does not hold what was typed');
  });

  test('what takes no keys is refused', async () => {
    await using opened = await openAgentPage(browser, '<p>Text</p><input disabled>');
    const answers = await opened.agent.evaluate((agent) =>
      Promise.all([agent.focusForTyping('p'), agent.focusForTyping('input')]),
    );
    expect(answers).toMatchObject([{ error: { code: 'not_actionable' } }, { error: { code: 'not_actionable' } }]);
  });
});

test('the rest answers in the same way', async () => {
  await using opened = await openAgentPage(
    browser,
    '<p id="p" class="c">Text</p><input type="date"><select><option>A<option>B</select><div style="height:3000px"></div>',
  );
  const answers = await opened.agent.evaluate(async (agent) => [
    agent.getText('#p'),
    agent.getAttribute('#p', 'class'),
    agent.isVisible('#p'),
    await agent.fill('input', '2026-01-02'),
    await agent.select('select', 'B'),
    await agent.scroll({ amount: 10 }),
    await agent.waitFor({ text: 'Text' }),
    await agent.waitFor({ text: 'Never', timeout: 10 }),
  ]);
  expect(answers).toMatchObject([
    { ok: true, value: 'Text' },
    { ok: true, value: 'c' },
    { ok: true, value: true },
    { ok: true, value: { value: '2026-01-02' } },
    { ok: true, value: { selected: ['B'] } },
    { ok: true, value: { moved: { y: 10 } } },
    { ok: true, value: { elapsed: expect.any(Number) } },
    { ok: false, error: { code: 'timeout' } },
  ]);
  const text = await opened.agent.evaluate((agent) => {
    const answer = agent.locate('#p');
    return answer.ok && answer.value.textContent;
  });
  expect(text).toBe('Text');
});

/** The agent in a world of its own, as Chrome runs it: it shares the document with the page, but no objects. */
async function inIsolatedWorld(page: Page, expression: string): Promise<unknown> {
  const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');
  const session = await page.createCDPSession();
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(async (agent) => ${expression})(${source.trim().replace(/;$/, '')})`,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}

test.each(['react', 'vue', 'svelte', 'angular', 'lit'])(
  'from an isolated world, fill and select reach the state of %s',
  async (framework) => {
    const page = await browser.newPage();
    await page.setContent('<div id="app"></div>');
    await page.addScriptTag({ content: await bundleApp(framework), type: 'module' });
    const state = await inIsolatedWorld(
      page,
      `(await agent.waitFor({ selector: '#state' }), await agent.fill('#text', 'one'), await agent.fill('#text', 'two'), await agent.select('#color', 'Blue'), agent.getText('#state'))`,
    );
    expect(JSON.parse((state as { value: string }).value)).toMatchObject({ text: 'two', color: 'blue' });
    await page.close();
  },
);
