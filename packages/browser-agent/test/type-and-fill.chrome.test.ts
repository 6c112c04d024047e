import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

declare global {
  interface Window {
    log: string[];
  }
}

const LOGGER = `<script>
  window.log = [];
  for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup', 'change', 'blur', 'submit'])
    document.addEventListener(type, (event) => log.push(type + (event.key ?? event.data ?? '')), true);
</script>`;

const heldBy = (selector: string) => {
  const element = document.querySelector(selector);
  return element && 'value' in element ? element.value : element?.textContent;
};

describe('type', () => {
  test('presses a key per character, and sends the change of leaving the field once', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="a" onchange="this.title += 'changed'"><input id="b">${LOGGER}`,
    );
    const result = await opened.agent.evaluate((agent) => agent.type('#a', 'hi'));
    expect(result).toMatchObject({ element: 'textbox', value: 'hi' });
    expect(result).not.toHaveProperty('note');
    expect(await opened.page.evaluate(() => window.log.splice(0))).toEqual([
      ...['keydownh', 'keypressh', 'beforeinputh', 'inputh', 'keyuph'],
      ...['keydowni', 'keypressi', 'beforeinputi', 'inputi', 'keyupi'],
      'change',
    ]);
    await opened.agent.evaluate((agent) => agent.focus('#b'));
    expect(await opened.page.evaluate(() => window.log)).toContain('blur');
    expect(await opened.page.$eval('#a', (field) => field.getAttribute('title'))).toBe('changed');
  });

  test('key events carry code and keyCode', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input onkeydown="(window.keys ??= []).push([event.key, event.code, event.keyCode, event.which])">`,
    );
    await opened.agent.evaluate((agent) => agent.type('input', 'aB1 ;é'));
    expect(await opened.page.evaluate('keys')).toEqual([
      ['a', 'KeyA', 65, 65],
      ['B', 'KeyB', 66, 66],
      ['1', 'Digit1', 49, 49],
      [' ', 'Space', 32, 32],
      [';', 'Semicolon', 186, 186],
      ['é', '', 0, 0],
    ]);
  });

  test('adds at the end, or clears first', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input value="one"><textarea>one</textarea><input type="email" value="a@b"><div contenteditable>one</div>`,
    );
    const values = await opened.agent.evaluate(async (agent) => {
      const selectors = ['input', 'textarea', '[type=email]', '[contenteditable]'];
      const values: (string | undefined)[] = [];
      for (const selector of selectors.slice(1)) values.push((await agent.type(selector, 'two')).value);
      for (const selector of selectors.slice(1))
        values.push((await agent.type(selector, 'two', { clear: true })).value);
      return values;
    });
    expect(values).toEqual(['onetwo', 'a@btwo', 'onetwo', 'two', 'two', 'two']);
  });

  test('delay lets that much time pass between characters', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input oninput="clearTimeout(window.t); t = setTimeout(() => document.title += '|' + value, 30)">`,
    );
    await opened.agent.evaluate((agent) => agent.type('input', 'ab', { delay: 120 }));
    await opened.page.waitForFunction(() => document.title.endsWith('|ab'));
    expect(await opened.page.title()).toBe('|a|ab');
  });

  test('keeps within maxlength and says so', async () => {
    await using opened = await openBrowserAgent(browser, '<input maxlength="3">');
    const result = await opened.agent.evaluate((agent) => agent.type('input', 'abcdef'));
    expect(result).toMatchObject({ value: 'abc', note: 'The page changed the value to "abc".' });
  });

  test('numbers, long texts, emoji and lines', async () => {
    await using opened = await openBrowserAgent(browser, '<input type="number"><textarea></textarea>');
    const values = await opened.agent.evaluate(async (agent) => [
      (await agent.type('input', '-1.5')).value,
      (await agent.type('textarea', 'a\nb 👩‍🚀 ñ')).value,
    ]);
    expect(values).toEqual(['-1.5', 'a\nb 👩‍🚀 ñ']);
  });

  test('follows the focus through a code in several boxes', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input maxlength="1" aria-label="1" oninput="this.nextElementSibling.focus()"><input maxlength="1" aria-label="2" oninput="this.nextElementSibling.focus()"><input maxlength="1" aria-label="3">`,
    );
    const result = await opened.agent.evaluate((agent) => agent.type('[aria-label="1"]', '123'));
    expect(result).toMatchObject({ value: '1', note: 'Focus moved to textbox "3".' });
    expect(await opened.page.$$eval('input', (all) => all.map((each) => each.value))).toEqual(['1', '2', '3']);
  });

  test('a prevented keydown or beforeinput types nothing, which is an error and not a success', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="a" onkeydown="event.preventDefault()"><input id="b">
       <script>b.addEventListener('beforeinput', (event) => event.preventDefault())</script>`,
    );
    expect(await opened.failureOf((agent) => agent.type('#a', 'x'))).toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('rejected the text'),
    });
    expect((await opened.failureOf((agent) => agent.type('#b', 'x'))).code).toBe('not_actionable');
  });

  test('a page that changes what is typed is quoted', async () => {
    await using opened = await openBrowserAgent(browser, `<input oninput="value = value.toUpperCase()">`);
    const result = await opened.agent.evaluate((agent) => agent.type('input', 'abc'));
    expect(result).toMatchObject({ value: 'ABC', note: 'The page changed the value to "ABC".' });
  });

  test('works where the browser has no editing commands, and keeps to maxlength and the caret there too', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<input value="ac" maxlength="4"><script>document.execCommand = () => false</script>',
    );
    const values = await opened.agent.evaluate(async (agent) => {
      const input = document.querySelector('input');
      await agent.focus('input');
      input?.setSelectionRange(1, 1);
      const middle = (await agent.press('b')).value;
      return [middle, (await agent.type('input', 'dE')).value];
    });
    expect(values).toEqual(['abc', 'abcd']);
  });

  test('Enter in the text sends the form', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<form onsubmit="event.preventDefault(); document.title = new FormData(this).get('q')"><input name="q"></form>`,
    );
    await opened.agent.evaluate((agent) => agent.type('input', 'cats\n'));
    expect(await opened.page.title()).toBe('cats');
  });

  test('secrets are masked in the result', async () => {
    await using opened = await openBrowserAgent(browser, '<input type="password">');
    const result = await opened.agent.evaluate((agent) => agent.type('input', 'hunter2'));
    expect(result.value).toBe('•••');
    expect(await opened.page.$eval('input', (each) => each.value)).toBe('hunter2');
  });
});

describe('fill', () => {
  test('replaces the value with one input and one change', async () => {
    await using opened = await openBrowserAgent(browser, `<input value="old">${LOGGER}`);
    const result = await opened.agent.evaluate((agent) => agent.fill('input', 'new'));
    expect(result).toMatchObject({ value: 'new' });
    expect(await opened.page.evaluate(() => window.log)).toEqual(['beforeinputnew', 'inputnew', 'change']);
  });

  test('reaches past an accessor that a framework has put on the element', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input><script>
         const input = document.querySelector('input');
         let tracked = '';
         const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
         Object.defineProperty(input, 'value', { get: () => native.get.call(input), set: (value) => { tracked = value; native.set.call(input, value); } });
         input.addEventListener('input', () => { document.title = String(input.value !== tracked); });
       </script>`,
    );
    await opened.agent.evaluate((agent) => agent.fill('input', 'x'));
    expect(await opened.page.title()).toBe('true');
  });

  test('empties a field', async () => {
    await using opened = await openBrowserAgent(browser, '<input value="old"><div contenteditable>old</div>');
    const values = await opened.agent.evaluate(async (agent) => [
      (await agent.fill('input', '')).value,
      (await agent.fill('div', '')).value,
    ]);
    expect(values).toEqual(['', '']);
  });

  test('fills textareas with lines, rich text, fields behind labels and inside custom elements', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<textarea id="a"></textarea><div id="b" contenteditable><p>old</p></div><label id="c">Name <input></label><x-field id="d"></x-field>
       <script>customElements.define('x-field', class extends HTMLElement {
         constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<span>Label</span><input>'; } })</script>`,
    );
    const values = await opened.agent.evaluate(async (agent) => {
      const values: (string | undefined)[] = [];
      for (const selector of ['#a', '#b', '#c', '#d']) values.push((await agent.fill(selector, 'one\ntwo')).value);
      return values;
    });
    expect(values).toEqual(['one\ntwo', 'one\n\ntwo', 'onetwo', 'onetwo']);
  });

  test('rich text editors that handle beforeinput themselves are obeyed', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div contenteditable>old</div><script>
         const editor = document.querySelector('div');
         editor.addEventListener('beforeinput', (event) => {
           event.preventDefault();
           const [range] = event.getTargetRanges();
           document.title = event.inputType + ' ' + range.startOffset + '-' + range.endOffset;
           editor.textContent = event.data;
         });
       </script>`,
    );
    const result = await opened.agent.evaluate((agent) => agent.fill('div', 'model'));
    expect(result.value).toBe('model');
    expect(await opened.page.title()).toBe('insertText 0-1');
  });

  test('an editor that renders later is typed into as well, and its invisible characters are not reported', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div contenteditable>\ufeff</div><script>
         const editor = document.querySelector('div');
         let model = '';
         editor.addEventListener('beforeinput', (event) => {
           event.preventDefault();
           model = event.inputType === 'insertText' ? model + event.data : '';
           queueMicrotask(() => { editor.textContent = model || '\ufeff' });
         });
       </script>`,
    );
    const results = await opened.agent.evaluate(async (agent) => [
      await agent.type('div', 'abc'),
      await agent.type('div', 'xyz', { clear: true }),
    ]);
    expect(results.map(({ value, note }) => [value, note])).toEqual([
      ['abc', undefined],
      ['xyz', undefined],
    ]);
  });

  const formats: [type: string, attributes: string, good: string, kept: string, bad: string][] = [
    ['date', '', '2026-03-31', '2026-03-31', '31.03.2026'],
    ['time', '', '14:05', '14:05', '2pm'],
    ['month', '', '2026-03', '2026-03', 'March'],
    ['week', '', '2026-W14', '2026-W14', '14'],
    ['datetime-local', '', '2026-03-31T14:05', '2026-03-31T14:05', 'tomorrow'],
    ['color', '', '#FF8800', '#ff8800', 'orange-ish'],
    ['range', 'min="0" max="10"', '7', '7', 'high'],
    ['number', '', '12.5', '12.5', 'twelve'],
  ];
  for (const [type, attributes, good, kept, bad] of formats) {
    test(`${type} takes its format, and says which when it gets another`, async () => {
      await using opened = await openBrowserAgent(
        browser,
        `<input type="${type}" ${attributes} oninput="document.title += 'i'" onchange="document.title += 'c'">`,
      );
      const result = await opened.agent.evaluate((agent, good) => agent.fill('input', good), good);
      expect(result.value).toBe(kept);
      expect(await opened.page.title()).toBe('ic');
      const error = await opened.failureOf((agent, bad) => agent.fill('input', bad), bad);
      expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(`not "${bad}"`) });
      expect(await opened.page.$eval('input', (input) => input.value)).toBe(kept);
    });
  }

  test('typing into a date sets it too', async () => {
    await using opened = await openBrowserAgent(browser, '<input type="date">');
    expect((await opened.agent.evaluate((agent) => agent.type('input', '2026-01-02'))).value).toBe('2026-01-02');
  });

  test('a slider that stops at its end says so', async () => {
    await using opened = await openBrowserAgent(browser, '<input type="range" min="0" max="10" value="5">');
    const result = await opened.agent.evaluate((agent) => agent.fill('input', '99'));
    expect(result).toMatchObject({ value: '10', note: 'The page changed the value to "10".' });
  });

  test('text longer than maxlength is refused and the value kept', async () => {
    await using opened = await openBrowserAgent(browser, '<input maxlength="3" value="old">');
    const error = await opened.failureOf((agent) => agent.fill('input', 'abcdef'));
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('takes 3 characters, not 6'),
    });
    expect(await opened.page.evaluate(heldBy, 'input')).toBe('old');
  });

  test('read-only and disabled fields keep their value, and it is an error', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="a" readonly value="old"><input id="b" disabled value="old"><div id="c" role="textbox" contenteditable aria-readonly="true">old</div>`,
    );
    for (const [selector, reason] of [
      ['#a', 'read-only'],
      ['#b', 'disabled'],
      ['#c', 'read-only'],
    ] as const) {
      for (const verb of ['fill', 'type'] as const) {
        const error = await opened.failureOf((agent, verb, selector) => agent[verb](selector, 'new'), verb, selector);
        expect(error).toMatchObject({ code: 'not_actionable', message: expect.stringContaining(reason) });
        expect(await opened.page.evaluate(heldBy, selector)).toBe('old');
      }
    }
  });

  test('what takes no text is refused with the verb to use', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<input type="checkbox"><input type="file"><p>Text</p><button>Go</button>',
    );
    const hintOf = async (selector: string) =>
      (await opened.failureOf((agent, selector) => agent.fill(selector, 'x'), selector)).hint;
    expect(await hintOf('[type=checkbox]')).toBe('Give true or false.');
    expect(await hintOf('[type=file]')).toBe('Give it files with browser_upload.');
    expect(await hintOf('p')).toContain('Use the ref of a text field');
    expect((await opened.failureOf((agent) => agent.fill('p', 5 as unknown as string))).code).toBe('invalid_input');
  });

  test('a page that puts the old value back is an error', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input value="old" oninput="queueMicrotask(() => { value = 'old' })">`,
    );
    expect((await opened.failureOf((agent) => agent.fill('input', 'new'))).message).toContain('rejected the text');
  });
});
