import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// Logs the events that reach #log-me into `window.log`.
const LOGGER = `<script>
  window.log = [];
  for (const type of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove', 'mousemove', 'pointerdown', 'mousedown',
    'focus', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu', 'pointerout', 'pointerleave', 'mouseout', 'mouseleave', 'blur'])
    document.querySelector('#log-me').addEventListener(type, (event) => log.push(type + (event.detail > 1 ? event.detail : '')));
</script>`;

declare global {
  interface Window {
    log: string[];
  }
}

describe('click', () => {
  test('sends the whole sequence of a mouse', async () => {
    await using opened = await openBrowserAgent(browser, `<button id="log-me">Go</button>${LOGGER}`);
    const result = await opened.agent.evaluate((agent) => agent.click('#log-me'));
    expect(result).toMatchObject({ element: 'button "Go"', ref: expect.stringMatching(/^@e\d+$/) });
    expect((await opened.page.evaluate(() => window.log)).join(' ')).toBe(
      'pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown focus pointerup mouseup click',
    );
  });

  test('events carry place, button, modifiers and the view of the page', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button style="position:absolute;left:100px;top:50px;width:40px;height:20px"
         onclick="window.seen = [event.clientX, event.clientY, event.shiftKey, event.ctrlKey, event.button, event.view === window,
           event instanceof PointerEvent, event.composed]">Go</button>`,
    );
    await opened.agent.evaluate((agent) => agent.click('button', { modifiers: ['Shift'] }));
    expect(await opened.page.evaluate('seen')).toEqual([120, 60, true, false, 0, true, true, true]);
  });

  test('twice is a double click, three times goes on counting', async () => {
    await using opened = await openBrowserAgent(browser, `<button id="log-me">Go</button>${LOGGER}`);
    await opened.agent.evaluate((agent) => agent.click('#log-me', { count: 3 }));
    const log = await opened.page.evaluate(() => window.log.filter((type) => /click/.test(type)));
    expect(log).toEqual(['click', 'click2', 'dblclick2', 'click3']);
    await opened.page.evaluate(() => window.log.splice(0));
    await opened.agent.evaluate((agent) => agent.dblclick('#log-me'));
    expect(await opened.page.evaluate(() => window.log.filter((type) => /click/.test(type)))).toEqual([
      'click',
      'click2',
      'dblclick2',
    ]);
    expect((await opened.failureOf((agent) => agent.click('#log-me', { count: 4 }))).code).toBe('invalid_input');
  });

  test('right opens the context menu, middle is an auxclick, neither is a click', async () => {
    await using opened = await openBrowserAgent(browser, `<button id="log-me">Go</button>${LOGGER}`);
    await opened.agent.evaluate((agent) => agent.click('#log-me', { button: 'right' }));
    const of = (log: string[]) => log.filter((type) => /click|menu/.test(type));
    expect(of(await opened.page.evaluate(() => window.log.splice(0)))).toEqual(['contextmenu', 'auxclick']);
    await opened.agent.evaluate((agent) => agent.click('#log-me', { button: 'middle' }));
    expect(of(await opened.page.evaluate(() => window.log))).toEqual(['auxclick']);
  });

  test('leaves what the pointer was over before', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button id="log-me">One</button><button id="b">Two</button>${LOGGER}`,
    );
    await opened.agent.evaluate((agent) => agent.click('#log-me'));
    await opened.page.evaluate(() => window.log.splice(0));
    await opened.agent.evaluate((agent) => agent.click('#b'));
    expect(await opened.page.evaluate(() => window.log)).toEqual([
      'pointerout',
      'pointerleave',
      'mouseout',
      'mouseleave',
      'blur',
    ]);
  });

  test('a prevented pointerdown silences the mouse events but not the click; a prevented mousedown keeps the focus', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="field"><button id="log-me">Go</button>${LOGGER}<button id="tool" onmousedown="event.preventDefault()">Bold</button>
       <script>document.querySelector('#log-me').addEventListener('pointerdown', (event) => event.preventDefault())</script>`,
    );
    await opened.agent.evaluate((agent) => agent.click('#log-me'));
    const log = await opened.page.evaluate(() => window.log.filter((type) => /down|up|click/.test(type)));
    expect(log).toEqual(['pointerdown', 'pointerup', 'click']);
    await opened.page.focus('#field');
    await opened.agent.evaluate((agent) => agent.click('#tool'));
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe('field');
  });

  test('does what the browser does: links, checkboxes, labels, summaries, submit buttons', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<a href="#there">Link</a><input type="checkbox"><label for="r">Radio</label><input type="radio" id="r">
       <details><summary>More</summary>Text</details>
       <form onsubmit="event.preventDefault(); document.title = event.submitter.value"><button value="sent">Send</button></form>`,
    );
    await opened.agent.evaluate(async (agent) => {
      for (const selector of ['a', '[type=checkbox]', 'label', 'summary', 'form button']) await agent.click(selector);
    });
    const state = await opened.page.evaluate(() => ({
      hash: location.hash,
      checked: document.querySelectorAll('input:checked').length,
      open: document.querySelector('details')?.open,
      title: document.title,
      focus: document.activeElement?.tagName,
    }));
    expect(state).toEqual({ hash: '#there', checked: 2, open: true, title: 'sent', focus: 'BUTTON' });
  });

  test('scrolls to what is off screen, in nested containers too', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div style="height:2000px"></div><div style="height:100px;overflow:auto"><div style="height:900px"></div>
       <button onclick="document.title = 'reached'">Far</button></div>`,
    );
    await opened.agent.evaluate((agent) => agent.click('button'));
    expect(await opened.page.title()).toBe('reached');
  });

  test('reaches the part of an element that is not covered, and goes around a fixed header', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div style="position:fixed;inset:0 0 auto 0;height:60px;background:red">Header</div>
       <button style="position:absolute;top:10px;left:0;height:80px;width:100px" onclick="document.title += 'a'">Half</button>
       <div style="height:3000px"></div><button onclick="document.title += 'b'">Low</button>`,
    );
    await opened.agent.evaluate(async (agent) => {
      await agent.click('button:nth-of-type(1)');
      await agent.click('button:nth-of-type(2)');
      await agent.click('button:nth-of-type(1)');
    });
    expect(await opened.page.title()).toBe('aba');
  });

  test('reaches elements in shadow roots and in frames', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div id="host"></div><iframe srcdoc="<button id='framed' onclick='parent.document.title += 2'>F</button>"></iframe>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id="deep" onclick="document.title += 1">D</button>'</script>`,
    );
    await opened.agent.evaluate(async (agent) => {
      await agent.click('#deep');
      await agent.click('#framed');
    });
    expect(await opened.page.title()).toBe('12');
  });

  test('an invisible checkbox is clicked through its label, but not through a link in the label', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
       <label><input type="checkbox" id="styled"><span>I agree to the <a href="#terms" style="font-size:60px">terms</a> here</span></label>`,
    );
    const result = await opened.agent.evaluate((agent) => agent.click('#styled'));
    expect(result.checked).toBe(true);
    expect(new URL(opened.page.url()).hash).toBe('');
  });

  test('an icon that lets clicks through reaches its button', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button onclick="document.title = 'hit'"><svg id="icon" width="20" height="20" style="pointer-events:none"><rect width="20" height="20"/></svg></button>`,
    );
    await opened.agent.evaluate((agent) => agent.click('#icon'));
    expect(await opened.page.title()).toBe('hit');
  });
});

describe('what cannot be acted on is refused, with its obstacle, and nothing happens', () => {
  const cases: [what: string, html: string, reason: RegExp][] = [
    [
      'hidden',
      '<div style="display:none" id="menu"><button id="x">Save</button></div>',
      /button "Save" is hidden: display: none on <div id="menu">/,
    ],
    ['invisible', '<button id="x" style="visibility:hidden">Save</button>', /is hidden: visibility: hidden/],
    ['without size', '<div id="x" onclick="hit()"></div>', /it has no size/],
    [
      'in a closed details',
      '<details><summary>More</summary><button id="x">Save</button></details>',
      /is hidden: .*closed/,
    ],
    ['disabled', '<button id="x" disabled>Save</button>', /button "Save" is disabled/],
    [
      'in a disabled fieldset',
      '<fieldset disabled><button id="x">Save</button></fieldset>',
      /is disabled by (?:fieldset|group)/,
    ],
    ['inside a disabled button', '<button disabled><b id="x">Save</b></button>', /is disabled by button "Save"/],
    [
      'aria-disabled',
      '<div role="button" aria-disabled="true" id="x" onclick="hit()">Save</div>',
      /is disabled \(aria-disabled\)/,
    ],
    ['inert', '<div inert><button id="x" onclick="hit()">Save</button></div>', /is inert by <div>/],
    [
      'covered',
      `<button id="x" onclick="hit()">Save</button><div id="veil" style="position:fixed;inset:0">Cookies?</div>`,
      /button "Save" is covered by .*(?:veil|Cookies).* \(@e\d+\)/,
    ],
    [
      'covered by what has controls',
      `<button id="x" onclick="hit()">Save</button><div style="position:fixed;inset:0">Cookies? <button>Reject</button></div>`,
      /button "Save" is covered by <div> "Cookies\? Reject" \(@e\d+\)\. It has button "Reject" \(@e\d+\)\./,
    ],
    [
      'behind a modal dialog',
      `<button id="x" onclick="hit()">Save</button><dialog aria-label="Sure?">Sure?</dialog><script>document.querySelector('dialog').showModal()</script>`,
      /covered by dialog "Sure\?" \(@e\d+\)/,
    ],
    [
      'under the backdrop of a dialog',
      `<button id="x" onclick="hit()">Save</button><div style="position:fixed;inset:0;background:#0008"></div>
       <div role="dialog" aria-label="Sure?" aria-modal="true" style="position:fixed;top:200px;left:200px;width:300px;height:100px;background:white">Sure?</div>`,
      /covered by <div> \(@e\d+\)\. In front is dialog "Sure\?" \(@e\d+\)\./,
    ],
    [
      'not taking pointer events',
      '<a href="#" id="x" style="pointer-events:none" onclick="hit()">Save</a>',
      /does not take pointer events/,
    ],
    [
      'off screen for good',
      '<button id="x" style="position:fixed;left:-500px" onclick="hit()">Save</button>',
      /outside the viewport/,
    ],
    ['a file input', '<input type="file" id="x">', /opens a file chooser/],
    ['an option of a closed select', '<select><option id="x">Blue</option></select>', /belongs to a closed select/],
  ];
  for (const [what, html, reason] of cases) {
    test(what, async () => {
      await using opened = await openBrowserAgent(
        browser,
        `<script>function hit() { document.title = 'hit' }</script>${html}`,
      );
      const error = await opened.failureOf((agent) => agent.click('#x'));
      expect(error.message).toMatch(reason);
      expect(error.code).toBe('not_actionable');
      expect(error.hint).toBeTruthy();
      expect(await opened.page.title()).toBe('');
    });
  }

  test('what goes away by itself in a moment is waited for', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button id="a" onclick="document.title += 'a'">A</button><button id="b" disabled onclick="document.title += 'b'">B</button><button id="c" hidden onclick="document.title += 'c'">C</button>
       <div id="veil" style="position:fixed;inset:0"></div>`,
    );
    await opened.agent.evaluate(async (agent) => {
      const later = (change: () => void) => setTimeout(change, 150);
      later(() => document.querySelector('#veil')?.remove());
      await agent.click('#a');
      later(() => document.querySelector('#b')?.removeAttribute('disabled'));
      await agent.click('#b');
      later(() => document.querySelector('#c')?.removeAttribute('hidden'));
      await agent.click('#c');
    });
    expect(await opened.page.title()).toBe('abc');
  });

  test('what is removed meanwhile is stale', async () => {
    await using opened = await openBrowserAgent(browser, '<button disabled>Gone soon</button>');
    const error = await opened.failureOf((agent) => {
      setTimeout(() => document.querySelector('button')?.remove(), 100);
      return agent.click('button');
    });
    expect(error).toMatchObject({ code: 'stale_ref', message: 'button "Gone soon" has left the page.' });
  });

  test('every verb that acts refuses a covered and a disabled element', async () => {
    const verbs = [
      'click #box',
      'dblclick #box',
      'hover #box',
      'type #text',
      'fill #text',
      'check #box',
      'select #list',
    ];
    // Each in a page of its own: every refusal is waited for, half a second long.
    const refusals = verbs.map(async (verb) => {
      const [method = '', selector = ''] = verb.split(' ');
      await using opened = await openBrowserAgent(
        browser,
        `<input id="text"><input type="checkbox" id="box"><select id="list"><option>A<option>B</select>
         <div style="position:fixed;inset:0"></div>`,
      );
      const call = async () =>
        opened.failureOf((agent, method, selector) => agent[method as 'fill'](selector, 'B'), method, selector);
      expect((await call()).message, verb).toMatch(/covered/);
      await opened.page.evaluate(
        (selector) => document.querySelector(selector)?.setAttribute('disabled', ''),
        selector,
      );
      if (method !== 'hover') expect((await call()).message, verb).toMatch(/disabled/);
      const state = await opened.page.evaluate(() =>
        [...document.querySelectorAll('input, select')].map((each) =>
          'checked' in each && each.checked ? true : 'value' in each && each.value,
        ),
      );
      expect(state, verb).toEqual(['', 'on', 'A']);
    });
    await Promise.all(refusals);
  });
});

describe('hover and focus', () => {
  test('hover fires events at the element and its ancestors, and later that the pointer left', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div id="menu" onmouseenter="document.title = 'open'" onmouseleave="document.title = 'shut'"><p id="item">Menu</p></div><p id="away">Away</p>`,
    );
    await opened.agent.evaluate((agent) => agent.hover('#item'));
    expect(await opened.page.title()).toBe('open');
    await opened.agent.evaluate((agent) => agent.hover('#away'));
    expect(await opened.page.title()).toBe('shut');
  });

  test('focus moves the focus, and refuses what takes none', async () => {
    await using opened = await openBrowserAgent(browser, '<input id="a"><p id="b">Text</p>');
    await opened.agent.evaluate((agent) => agent.focus('#a'));
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe('a');
    expect((await opened.failureOf((agent) => agent.focus('#b'))).message).toContain('cannot take the focus');
  });

  test('a window without the system focus, where the browser stays silent, still hears of focus and blur', async () => {
    await using opened = await openBrowserAgent(browser, '<input id="a"><input id="b"><p>Text</p>');
    const heard = await opened.agent.evaluate(async (agent) => {
      const heard: string[] = [];
      for (const type of ['focus', 'focusin', 'blur', 'focusout']) {
        window.addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true);
        document.addEventListener(type, (event) => heard.push(`${type} ${(event.target as Element).id}`), true);
      }
      await agent.focus('#a');
      await agent.focus('#b');
      await agent.click('p');
      return heard;
    });
    expect(heard).toEqual([
      'focus a',
      'focusin a',
      'blur a',
      'focusout a',
      'focus b',
      'focusin b',
      'blur b',
      'focusout b',
    ]);
  });
});
