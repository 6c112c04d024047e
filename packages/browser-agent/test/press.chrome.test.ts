import { startChrome } from '@btcp/test-support';
import type { BrowserAgent } from 'btcp-browser-agent';
import type { Browser, JSHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// Presses each key where the focus is; answers with the id of what has the focus after each.
function pressAll(agent: JSHandle<BrowserAgent>, keys: string): Promise<string[]> {
  return agent.evaluate(async (agent, keys) => {
    const ids: string[] = [];
    for (const key of keys.split(' ')) {
      await agent.press(key);
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      ids.push(active?.id ?? '');
    }
    return ids;
  }, keys);
}

describe('Enter', () => {
  test('sends the form by its button, after a change, with validation', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<form onsubmit="event.preventDefault(); log('submit ' + event.submitter?.id)"><input id="q" required onchange="log('change')"><button id="b" onclick="log('click')">Go</button></form>
       <script>function log(text) { document.title += text + ';' }</script>`,
    );
    const refused = await opened.agent.evaluate((agent) => agent.press('Enter', '#q'));
    expect(refused.note).toMatch(/^The form was not sent: textbox: /);
    await opened.page.evaluate('document.title = ""');
    await opened.agent.evaluate((agent) => agent.type('#q', 'cats'));
    const sent = await opened.agent.evaluate((agent) => agent.press('Enter', '#q'));
    expect(sent).not.toHaveProperty('note');
    await opened.page.evaluate(() => document.querySelector<HTMLElement>('#q')?.blur());
    expect(await opened.page.title()).toBe('change;click;submit b;');
  });

  test('follows the rules for forms without a button or with a disabled one', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<form id="one"><input id="a"></form><form id="two"><input id="b"><input></form><form id="three"><input id="c"><button disabled>Go</button></form>
       <script>addEventListener('submit', (event) => { event.preventDefault(); document.title += event.target.id })</script>`,
    );
    const notes = await opened.agent.evaluate(async (agent) => {
      const notes: string[] = [];
      for (const id of ['a', 'b', 'c']) notes.push((await agent.press('Enter', `#${id}`)).note ?? '');
      return notes;
    });
    expect(await opened.page.title()).toBe('one');
    expect(notes).toEqual(['', expect.stringContaining('several fields'), expect.stringContaining('is disabled')]);
  });

  test('is a line break in a textarea and rich text, and a press on buttons, links and summaries', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<textarea id="t">a</textarea><div id="r" contenteditable>a</div><button id="b" onclick="document.title += 'b'">B</button>
       <a id="l" href="#l">L</a><details><summary id="s">S</summary></details>`,
    );
    await opened.agent.evaluate(async (agent) => {
      await agent.type('#t', '');
      await agent.press('Enter');
      await agent.type('#r', '');
      await agent.press('Enter');
      for (const id of ['b', 'l', 's']) await agent.press('Enter', `#${id}`);
    });
    const state = await opened.page.evaluate(() => [
      document.querySelector('textarea')?.value,
      document.querySelectorAll('#r > div').length > 0,
      document.title,
      location.hash,
      document.querySelector('details')?.open,
    ]);
    expect(state).toEqual(['a\n', true, 'b', '#l', true]);
  });

  test('a prevented keydown does nothing more', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<form onsubmit="document.title = 'sent'; event.preventDefault()"><input onkeydown="event.preventDefault()"></form>`,
    );
    await opened.agent.evaluate((agent) => agent.press('Enter', 'input'));
    expect(await opened.page.title()).toBe('');
  });
});

test('Space presses buttons and toggles boxes on release', async () => {
  await using opened = await openBrowserAgent(
    browser,
    `<button id="b" onkeyup="document.title += 'up;'" onclick="document.title += 'click;'">B</button><input type="checkbox" id="c"><input id="t">`,
  );
  const results = await opened.agent.evaluate(async (agent) => [
    await agent.press('Space', '#b'),
    await agent.press(' ', '#c'),
    await agent.press('Space', '#t'),
  ]);
  expect(await opened.page.title()).toBe('up;click;');
  expect(results[1]?.checked).toBe(true);
  expect(results[2]?.value).toBe(' ');
});

describe('Tab', () => {
  test('goes in tab order: positive tabindex first, then the document, through shadow roots; hidden and disabled are skipped', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="a"><input id="skip1" tabindex="-1"><input id="skip2" disabled><input id="skip3" style="display:none"><p id="p" tabindex="0">P</p>
       <div id="host"><button id="slotted">S</button></div><div inert><button id="skip4">I</button></div>
       <input type="radio" name="n" id="r1"><input type="radio" name="n" id="r2" checked><a id="no">no href</a><button id="first" tabindex="1">F</button>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id="inner">I</button><slot></slot>'</script>`,
    );
    expect(await pressAll(opened.agent, 'Tab Tab Tab Tab Tab Tab Tab')).toEqual([
      'first',
      'a',
      'p',
      'inner',
      'slotted',
      'r2',
      'first',
    ]);
    expect(await pressAll(opened.agent, 'Shift+Tab Shift+Tab Shift+Tab')).toEqual(['r2', 'slotted', 'inner']);
  });

  test('stays inside a modal dialog', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<button id="out">Out</button><dialog><button id="x">X</button><button id="y">Y</button></dialog><script>document.querySelector('dialog').showModal()</script>`,
    );
    expect(await pressAll(opened.agent, 'Tab Tab Tab')).toEqual(['y', 'x', 'y']);
  });

  test('reports what has the focus, and fires change on the field it leaves', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input id="a" onchange="document.title = 'changed'"><button>Next</button>`,
    );
    const result = await opened.agent.evaluate(async (agent) => {
      await agent.type('#a', 'x');
      return agent.press('Tab');
    });
    expect(result.focused).toBe('button "Next"');
    expect(await opened.page.title()).toBe('changed');
  });
});

describe('arrows', () => {
  test('move through radios, options, sliders and numbers', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input type="radio" name="n" id="r1" checked><input type="radio" name="n" disabled><input type="radio" name="n" id="r3">
       <select id="list"><option>A<option disabled>B<option>C</select>
       <input type="range" id="range" min="0" max="100" step="5" value="50"><input type="number" id="number" value="1" max="2">
       <script>addEventListener('change', (event) => { document.title += event.target.id + '|' })</script>`,
    );
    const results = await opened.agent.evaluate(async (agent) => {
      const press = async (key: string, id: string) => agent.press(key, `#${id}`);
      return [
        (await press('ArrowDown', 'r1')).focused,
        (await press('Down', 'list')).value,
        (await press('ArrowUp', 'list')).value,
        (await press('c', 'list')).value,
        (await press('ArrowRight', 'range')).value,
        (await press('PageDown', 'range')).value,
        (await press('End', 'range')).value,
        (await press('ArrowUp', 'number')).value,
        (await press('ArrowUp', 'number')).value,
      ];
    });
    expect(results).toEqual(['radio', 'C', 'A', 'C', '55', '45', '100', '2', '2']);
    expect(await opened.page.title()).toBe('r3|list|list|list|range|range|range|number|');
    expect(await opened.page.$eval('#r3', (radio) => (radio as HTMLInputElement).checked)).toBe(true);
  });

  test('scroll the page outside of controls', async () => {
    await using opened = await openBrowserAgent(browser, '<div style="height:5000px"></div>');
    const tops = await opened.agent.evaluate(async (agent) => {
      const tops: number[] = [];
      for (const key of ['ArrowDown', 'PageDown', 'Home', 'Space', 'End']) {
        await agent.press(key);
        tops.push(Math.round(scrollY));
      }
      return tops;
    });
    expect(tops[0]).toBe(40);
    expect(tops[1]).toBeGreaterThan(500);
    expect(tops[2]).toBe(0);
    expect(tops[3]).toBeGreaterThan(500);
    expect(tops[4]).toBeGreaterThan(4000);
  });
});

test('editing keys: caret, deletion, selection, undo', async () => {
  await using opened = await openBrowserAgent(browser, '<input value="hello world"><div contenteditable>hello</div>');
  const after = await opened.agent.evaluate(async (agent) => {
    const values: (string | undefined)[] = [];
    await agent.type('input', '');
    for (const key of [
      ...['Backspace', 'ArrowLeft', 'Delete', 'Home', 'X', 'End', '!', 'Control+Backspace'],
      ...['Shift+Home', 'y', 'Control+z', 'Control+a', 'z'],
    ]) {
      values.push((await agent.press(key)).value);
    }
    await agent.type('div', '');
    for (const key of ['Backspace', 'Control+a', 'Delete', 'k']) values.push((await agent.press(key)).value);
    return values;
  });
  expect(after).toEqual([
    ...['hello worl', 'hello worl', 'hello wor', 'hello wor', 'Xhello wor', 'Xhello wor', 'Xhello wor!'],
    expect.stringMatching(/^Xhello (?:wor)?$/),
    expect.stringMatching(/^Xhello (?:wor)?$/),
    ...['y', expect.stringMatching(/^Xhello /), expect.stringMatching(/^Xhello /), 'z'],
    ...['hell', 'hell', '', 'k'],
  ]);
});

describe('Escape', () => {
  test('closes the modal dialog unless the page says no, and an open popover', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<dialog id="d"><input></dialog><dialog id="e" oncancel="event.preventDefault()"><p>Stay</p></dialog><div popover id="p">Pop</div>`,
    );
    const open = await opened.agent.evaluate(async (agent) => {
      const isOpen = (id: string) => document.getElementById(id)?.matches(':modal, :popover-open');
      const states: unknown[] = [];
      document.querySelector<HTMLDialogElement>('#d')?.showModal();
      await agent.press('Escape');
      states.push(isOpen('d'));
      document.querySelector<HTMLElement>('#p')?.showPopover();
      await agent.press('Esc');
      states.push(isOpen('p'));
      document.querySelector<HTMLDialogElement>('#e')?.showModal();
      await agent.press('Escape');
      states.push(isOpen('e'));
      return states;
    });
    expect(open).toEqual([false, false, true]);
  });
});

test('chords carry their modifiers, and shift changes the character', async () => {
  await using opened = await openBrowserAgent(
    browser,
    `<script>addEventListener('keydown', (event) => event.key.match(/^(Control|Shift|Alt|Meta)$/) || (window.keys ??= []).push([event.key, event.ctrlKey, event.shiftKey, event.altKey, event.metaKey].join()))</script>`,
  );
  await opened.agent.evaluate(async (agent) => {
    for (const key of [
      'Control+k',
      'Ctrl+Shift+K',
      'Shift+a',
      'Shift+1',
      'Alt+ArrowLeft',
      'Cmd+s',
      '+',
      'Control++',
      'F5',
    ]) {
      await agent.press(key);
    }
  });
  expect(await opened.page.evaluate('keys')).toEqual([
    'k,true,false,false,false',
    'K,true,true,false,false',
    'A,false,true,false,false',
    '!,false,true,false,false',
    'ArrowLeft,false,false,true,false',
    's,false,false,false,true',
    '+,false,false,false,false',
    '+,true,false,false,false',
    'F5,false,false,false,false',
  ]);
});

test('what is no key, and what takes no key, is refused', async () => {
  await using opened = await openBrowserAgent(browser, '<p>Text</p><input disabled><input hidden>');
  for (const key of ['constructor', 'Entr', '', 'Hyper+a', 'ab']) {
    expect((await opened.failureOf((agent, key) => agent.press(key), key)).code, key).toBe('invalid_input');
  }
  expect((await opened.failureOf((agent) => agent.press('a', 'p'))).message).toContain('cannot take the focus');
  expect((await opened.failureOf((agent) => agent.press('a', '[disabled]'))).message).toContain('disabled');
  expect((await opened.failureOf((agent) => agent.press('a', '[hidden]'))).message).toContain('hidden');
});
