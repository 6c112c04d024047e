import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bundleApp, openAgentPage, startChrome } from '@btcp/test-support';
import type { ScriptReply } from 'btcp-browser-agent';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

function answered<T>(reply: ScriptReply<T>): T {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value;
}

describe('target', () => {
  test('scrolls into view and reports where a trusted click lands', async () => {
    await using opened = await openAgentPage(
      browser,
      `<div style="height:2000px"></div><div id="host"></div><div style="height:2000px"></div>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="document.title = event.isTrusted">Deep</button>'</script>`,
    );
    const target = answered(await opened.call({ action: 'target', selector: 'button' }));
    expect(target).toMatchObject({ role: 'button', name: 'Deep', ref: '@e1', rect: { width: expect.any(Number) } });
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
    const target = answered(await opened.call({ action: 'target', selector: 'button' }));
    await opened.page.mouse.click(target.x, target.y);
    expect(await opened.page.title()).toBe('true');
  });

  test('what still moves is waited for, so that the click does not miss it', async () => {
    await using opened = await openAgentPage(
      browser,
      `<style>@keyframes slide { from { margin-left: 600px } } button { animation: slide 300ms linear }</style><button onclick="document.title = 'hit'">Go</button>`,
    );
    const target = answered(await opened.call({ action: 'target', selector: 'button' }));
    await opened.page.mouse.click(target.x, target.y);
    expect(await opened.page.title()).toBe('hit');
  });

  test('an invisible box is clicked by its label', async () => {
    await using opened = await openAgentPage(
      browser,
      '<input type="checkbox" id="c" style="display:none"><label for="c">Agree</label>',
    );
    const target = answered(await opened.call({ action: 'target', selector: '#c' }));
    await opened.page.mouse.click(target.x, target.y);
    for (const selector of ['#c', 'label']) {
      const state = answered(await opened.call({ action: 'readBack', selector }));
      expect(state).toMatchObject({ role: 'checkbox', name: 'Agree', checked: true });
    }
  });

  test('what is in the way comes back as an error with a code', async () => {
    await using opened = await openAgentPage(
      browser,
      '<button>Go</button><input readonly><div style="position:fixed;inset:0" id="veil"></div>',
    );
    const replies = [
      await opened.call({ action: 'target', selector: 'button' }),
      await opened.call({ action: 'target', selector: 'input', editable: true }),
      await opened.call({ action: 'target', selector: '#none' }),
    ];
    expect(replies).toMatchObject([
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
    const strict = await opened.call({ action: 'target', selector: 'button' });
    const loose = await opened.call({ action: 'target', selector: 'button', enabled: false });
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
      const appended = answered(await opened.call({ action: 'focusForTyping', selector }));
      expect(appended.kind).toBe(selector === '#b' ? 'rich' : 'text');
      await opened.page.keyboard.type('!');
      expect(answered(await opened.call({ action: 'readBack', selector })).value).toMatch(/^a(?:da|@b)!$/i);
      await opened.call({ action: 'focusForTyping', selector, clear: true });
      await opened.page.keyboard.type('new');
      expect(answered(await opened.call({ action: 'readBack', selector })).value).toBe('new');
    }
  });

  test('a secret can be compared but not read', async () => {
    await using opened = await openAgentPage(browser, '<input type="password" value="hunter2">');
    const selector = 'input';
    const shown = await opened.call({ action: 'readBack', selector });
    const same = await opened.call({ action: 'readTyped', selector, text: 'hunter2' });
    const other = await opened.call({ action: 'readTyped', selector, text: 'hunted' });
    expect(answered(shown).value).toBe('•••');
    expect(answered(same)).toMatchObject({ value: '•••' });
    expect(answered(same).note).toBeUndefined();
    expect(answered(other).note).toContain('changed or rejected the typed text');
  });

  test('what takes no keys is refused', async () => {
    await using opened = await openAgentPage(browser, '<p>Text</p><input disabled>');
    const replies = [
      await opened.call({ action: 'focusForTyping', selector: 'p' }),
      await opened.call({ action: 'focusForTyping', selector: 'input' }),
    ];
    expect(replies).toMatchObject([{ error: { code: 'not_actionable' } }, { error: { code: 'not_actionable' } }]);
  });
});

test('the rest answers in the same way', async () => {
  await using opened = await openAgentPage(
    browser,
    '<p id="p" class="c">Text</p><input type="date"><select><option>A<option>B</select><div style="height:3000px"></div>',
  );
  const replies = [
    await opened.call({ action: 'getText', selector: '#p' }),
    await opened.call({ action: 'getAttribute', selector: '#p', attribute: 'class' }),
    await opened.call({ action: 'isVisible', selector: '#p' }),
    await opened.call({ action: 'fill', selector: 'input', value: '2026-01-02' }),
    await opened.call({ action: 'select', selector: 'select', values: 'B' }),
    await opened.call({ action: 'scroll', amount: 10 }),
    await opened.call({ action: 'waitFor', text: 'Text' }),
    await opened.call({ action: 'waitFor', text: 'Never', timeout: 10 }),
  ];
  expect(replies).toMatchObject([
    { ok: true, value: { text: 'Text' } },
    { ok: true, value: { value: 'c' } },
    { ok: true, value: { visible: true } },
    { ok: true, value: { value: '2026-01-02' } },
    { ok: true, value: { selected: ['B'] } },
    { ok: true, value: { moved: { y: 10 } } },
    { ok: true, value: { elapsed: expect.any(Number) } },
    { ok: false, error: { code: 'timeout' } },
  ]);
  expect(await opened.script.evaluate((script) => script.element('#p').textContent)).toBe('Text');
});

// The script in a world of its own, as Chrome runs it: it shares the document with the page, but no objects.
async function inIsolatedWorld(page: Page, expression: string): Promise<unknown> {
  const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');
  const session = await page.createCDPSession();
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(async (script) => ${expression})(${source.trim().replace(/;$/, '')})`,
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
      `(await script.run({ action: 'waitFor', selector: '#state' }),
        await script.run({ action: 'fill', selector: '#text', value: 'one' }),
        await script.run({ action: 'fill', selector: '#text', value: 'two' }),
        await script.run({ action: 'select', selector: '#color', values: 'Blue' }),
        script.run({ action: 'getText', selector: '#state' }))`,
    );
    expect(JSON.parse((state as { text: string }).text)).toMatchObject({ text: 'two', color: 'blue' });
    await page.close();
  },
);

describe('a click in two commands', () => {
  const PAGE = `<label><input type="checkbox" id="c"> Agree</label><p id="out"></p><div role="status"></div>
    <script>c.onchange = () => { out.textContent = 'agreed'; document.querySelector('[role=status]').textContent = 'Saved' }</script>`;

  test('the first returns what the mouse needs, the second what came of it', async () => {
    await using opened = await openAgentPage(browser, PAGE);
    await opened.call({ action: 'snapshot' });
    const target = answered(await opened.call({ action: 'prepareClick', selector: '#c' }));
    expect(target).toMatchObject({ role: 'checkbox', name: 'Agree', ref: '@e1', place: { css: '#c', frames: [] } });
    await opened.page.mouse.click(target.x, target.y);
    const effects = answered(await opened.call({ action: 'finishAction', maxSize: 2000 }));
    expect(effects).toMatchObject({ obstacle: null, checked: true, announcements: ['Saved'], focus: { ref: '@e1' } });
    const [changes] = 'changes' in effects ? effects.changes : [];
    expect(changes?.text).toContain('agreed');
    expect(changes?.announced).toEqual(['Saved']);
  });

  test('what comes later is compared with the same snapshot', async () => {
    await using opened = await openAgentPage(browser, PAGE);
    await opened.call({ action: 'snapshot' });
    const target = answered(await opened.call({ action: 'prepareClick', selector: '#c' }));
    await opened.page.mouse.click(target.x, target.y);
    await opened.call({ action: 'finishAction', maxSize: 2000 });
    await opened.page.evaluate(() => document.body.append('Late'));
    const later = answered(await opened.call({ action: 'observe', maxSize: 2000, end: true }));
    expect(later.announcements).toEqual(['Saved']);
    expect(later.changes[0]?.text).toMatch(/agreed[\s\S]*Late/);
    expect(answered(await opened.call({ action: 'changes', maxSize: 2000 }))).toEqual([]);
  });

  test('a press on something else is withheld and named', async () => {
    await using opened = await openAgentPage(
      browser,
      `<button id="a">A</button><button id="b">B</button>
       <script>a.onmousemove = () => a.before(b); b.onclick = () => { document.title = 'hit' }</script>`,
    );
    const target = answered(await opened.call({ action: 'prepareClick', selector: '#a' }));
    await opened.page.mouse.click(target.x, target.y);
    const effects = answered(await opened.call({ action: 'finishAction', maxSize: 2000 }));
    expect(effects).toMatchObject({ obstacle: { role: 'button', name: 'B' } });
    expect(await opened.page.title()).toBe('');
  });
});

test('changes say when only the value of one element differs, and which iframes are new', async () => {
  await using opened = await openAgentPage(
    browser,
    `<h1>Form</h1>${'<p>Words that stay as they are.</p>'.repeat(9)}<input aria-label="Name">`,
  );
  expect(answered(await opened.call({ action: 'changes', maxSize: 2000 }))).toBeNull();
  await opened.call({ action: 'snapshot' });
  await opened.call({ action: 'fill', selector: 'input', value: 'Ada' });
  const [filled] = answered(await opened.call({ action: 'changes', maxSize: 2000 })) ?? [];
  expect(filled).toMatchObject({ kind: 'lines', onlyValueOf: '@e1', frames: [] });
  await opened.page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<iframe title="Ad" src="data:,x"></iframe>'),
  );
  const [framed] = answered(await opened.call({ action: 'changes', maxSize: 2000 })) ?? [];
  expect(framed).toMatchObject({ kind: 'lines', frames: ['@e2'] });
  expect(framed).not.toHaveProperty('onlyValueOf');
});

test('find returns matches as data, with the place of iframes that are not read', async () => {
  await using opened = await openAgentPage(
    browser,
    '<button>Save</button><iframe title="Ad" src="data:,x"></iframe><button>Save all</button><button>Quit</button>',
  );
  expect(answered(await opened.call({ action: 'find', text: 'save', limit: 1 }))).toEqual({
    matches: [{ role: 'button', name: 'Save', ref: '@e1', line: 'button "Save" @e1' }],
    more: 1,
    frames: [{ ref: '@e2', at: 1 }],
  });
});

test('a reply carries the state of the page where it is asked for', async () => {
  await using opened = await openAgentPage(browser, '<title>Sign in</title><input type="password" value="hunter2">');
  const reply = JSON.parse(await opened.script.evaluate((script) => script.call({ action: 'state' }, true)));
  expect(reply).toMatchObject({
    ok: true,
    refsGiven: 0,
    possibleShadowHosts: 0,
    state: { url: 'about:blank', title: 'Sign in', secrets: ['hunter2'] },
  });
});
