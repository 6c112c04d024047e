import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, parted, servePages } from '@btcp/test-support';
import { callableTools, callTool } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const allowed = mkdtempSync(join(tmpdir(), 'btcp-input-'));
writeFileSync(join(allowed, 'a.txt'), 'first');
writeFileSync(join(allowed, 'b.txt'), 'second');

const { call, current } = freshBrowser({ uploadDirectories: [allowed] });
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/canvas': `<title>Canvas</title><body style="margin:0;height:3000px"><canvas id="board" aria-label="Board" role="img" width="400" height="300"></canvas><pre id="log"></pre><script>
      for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu']) board.addEventListener(type, (event) => {
        log.textContent += type + '@' + event.clientX + ',' + event.clientY + (event.shiftKey ? '+shift' : '') + (event.isTrusted ? ' ' : '! ');
      });
      board.addEventListener('mousemove', (event) => { if (event.buttons) log.textContent += 'drag' + event.buttons + '@' + event.clientX + ' ' });
    </script>`,
    '/form': `<title>Form</title><label><input id="news" type="checkbox"> News</label><label><input id="on" type="checkbox" checked> On</label>
      <label><input id="red" type="radio" name="c" checked> Red</label><label><input id="blue" type="radio" name="c"> Blue</label>
      <div id="lamp" role="switch" aria-checked="false" tabindex="0" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Lamp</div>
      <label><input id="stuck" type="checkbox" onclick="event.preventDefault()"> Stuck</label>
      <label><input id="off" type="checkbox" disabled> Off</label>
      <label>Name <input id="name" value="Ada" onfocus="seen.textContent += 'focus '"></label><button id="go" onclick="seen.textContent += 'go '">Go</button>
      <button id="copy" onclick="navigator.clipboard.writeText('https://shop.test/share').then(() => (seen.textContent = 'copied'), (error) => (seen.textContent = error))">Copy link</button><output id="seen"></output>`,
    '/keys': `<title>Keys</title><pre id="log"></pre><script>
      for (const type of ['keydown', 'keyup']) addEventListener(type, (event) => { log.textContent += type + ':' + event.key + (event.shiftKey ? '+shift' : '') + ' ' });
    </script>`,
    '/touch': `<title>Touch</title><body style="margin:0;height:600px;touch-action:none"><button id="tap" onclick="log.textContent += 'click '">Tap</button><pre id="log"></pre><script>
      for (const type of ['start', 'move', 'end']) addEventListener('touch' + type, (event) => { if (event.isTrusted) log.textContent += type + ' ' });
    </script>`,
    '/drop': `<title>Drop</title><div id="zone" role="group" aria-label="Zone" style="width:200px;height:100px">Here</div><p id="wall">Wall</p><script>
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = async (event) => {
        event.preventDefault();
        const { files } = event.dataTransfer;
        const text = event.dataTransfer.getData('text/plain');
        const read = await Promise.all([...files].map(async (file) => file.name + '=' + await file.text()));
        zone.textContent = [text, ...read].filter(Boolean).join(' ');
      };
    </script>`,
  });
});
afterAll(async () => {
  await pages.close();
  await rm(allowed, { recursive: true });
});

const open = (path: string) => call('browser_navigate', { url: pages.origin + path });
const textOf = async (selector: string) =>
  ((await call('browser_get_text', { selector })).data as { text: string }).text.trim();

describe('browser_mouse', () => {
  test('clicks, double-clicks and right-clicks at a place, and names what is there', async () => {
    await open('/canvas');
    const { text } = await call('browser_mouse', { action: 'click', x: 30, y: 40 });
    expect(text).toContain('Clicked image "Board"');
    await call('browser_mouse', { action: 'click', clickCount: 2, modifiers: ['Shift'] });
    await call('browser_mouse', { action: 'click', button: 'right' });
    const log = await textOf('#log');
    expect(log).toContain('click@30,40 ');
    expect(log).toContain('dblclick@30,40+shift');
    expect(log).toContain('contextmenu@30,40');
    expect(log).not.toContain('!');
  });

  test('draws with a button held, reports that it is held, and scrolls', async () => {
    await open('/canvas');
    expect((await call('browser_mouse', { action: 'down', x: 10, y: 10 })).text).toContain('Held: left button.');
    await call('browser_mouse', { action: 'move', x: 60, y: 20 });
    expect((await call('browser_mouse', { action: 'up' })).text).not.toContain('Held');
    expect(await textOf('#log')).toContain('mousedown@10,10 drag1@60 mouseup@60,20');
    await call('browser_mouse', { action: 'wheel', deltaY: 500 });
    await call('browser_wait_for', { function: 'scrollY > 0' });
  });

  test('refuses a place outside the viewport and half a place, and does nothing', async () => {
    await open('/canvas');
    await expect(call('browser_mouse', { action: 'click', x: 5000, y: 10 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('1280 × 720'),
    });
    await expect(call('browser_mouse', { action: 'click', x: 5 })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(call('browser_mouse', { action: 'click', x: -1, y: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await textOf('#log')).toBe('');
  });
});

describe('browser_check, browser_uncheck and browser_focus', () => {
  test.each([
    ['browser_check', '#news', 'Checked checkbox "News"', true],
    ['browser_check', '#on', 'Checked checkbox "On"', true],
    ['browser_uncheck', '#on', 'Unchecked checkbox "On"', false],
    ['browser_check', '#blue', 'Checked radio "Blue"', true],
    ['browser_check', '#lamp', 'Checked switch "Lamp"', true],
  ])('%s %s', async (name, selector, said, checked) => {
    await open('/form');
    const { text, data } = await call(name, { selector });
    expect(text).toContain(said);
    expect(data).toMatchObject({ acted: { checked } });
  });

  test.each([
    ['browser_uncheck', '#red', 'a radio, which cannot be unchecked'],
    ['browser_check', '#go', 'cannot be checked'],
    ['browser_check', '#stuck', 'the page kept it unchecked'],
    ['browser_check', '#off', 'disabled'],
  ])('%s %s fails with the reason', async (name, selector, message) => {
    await open('/form');
    await expect(call(name, { selector })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining(message),
    });
  });

  test('browser_focus moves the focus without a click', async () => {
    await open('/form');
    expect((await call('browser_focus', { selector: '#name' })).text).toContain('Focused textbox "Name"');
    await call('browser_focus', { selector: '#go' });
    expect(await textOf('#seen')).toBe('focus');
  });
});

describe('browser_key_down and browser_key_up', () => {
  test('hold and release a key, which other keys and the mouse see', async () => {
    await open('/keys');
    expect((await call('browser_key_down', { key: 'Shift' })).text).toContain('Held: Shift.');
    await call('browser_key_down', { key: 'a' });
    await call('browser_key_up', { key: 'a' });
    await call('browser_key_up', { key: 'Shift' });
    expect(await textOf('#log')).toBe('keydown:Shift+shift keydown:a+shift keyup:a+shift keyup:Shift');
    await call('browser_key_down', { key: 'Shift' });
    await open('/canvas');
    await call('browser_mouse', { action: 'click', x: 5, y: 5 });
    expect(await textOf('#log')).not.toContain('shift');
  });

  test.each(['Control+a', 'NoSuchKey', 'constructor', '+++'])('%s is refused', async (key) => {
    await expect(call('browser_key_down', { key })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('browser_touch', () => {
  test('taps an element and swipes over a place', async () => {
    await open('/touch');
    expect((await call('browser_touch', { selector: '#tap' })).text).toContain('Touched button "Tap"');
    await call('browser_touch', { x: 300, y: 300, toX: 100, toY: 310 });
    expect(await textOf('#log')).toMatch(/^start end click start (move )+end$/);
  });

  test.each([[{}], [{ x: 1 }], [{ selector: '#tap', x: 1, y: 1 }], [{ x: 1, y: 1, toX: 5 }]])(
    '%j is refused',
    async (input) => {
      await expect(call('browser_touch', input)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});

describe('browser_drop', () => {
  test('drops several files and text, and reports what changed', async () => {
    await open('/drop');
    await call('browser_snapshot');
    const paths = ['a.txt', 'b.txt'].map((name) => join(allowed, name));
    const { text } = await call('browser_drop', { selector: '#zone', paths });
    expect(text).toContain('Dropped on group "Zone"');
    await call('browser_wait_for', { text: 'a.txt=first b.txt=second' });
    await call('browser_drop', { selector: '#zone', data: { 'text/plain': 'dragged words' } });
    await call('browser_wait_for', { text: 'dragged words' });
  });

  test('refuses what the page does not take, files from elsewhere, and nothing at all', async () => {
    await open('/drop');
    const data = { 'text/plain': 'x' };
    await expect(call('browser_drop', { selector: '#wall', data })).rejects.toMatchObject({ code: 'not_actionable' });
    await expect(call('browser_drop', { selector: '#zone', paths: ['/etc/passwd'] })).rejects.toMatchObject({
      code: 'denied',
    });
    await expect(call('browser_drop', { selector: '#zone' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(call('browser_drop', { selector: '#zone', data: { 'not a type': 'x' } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('browser_clipboard', () => {
  test('reads what a page copied, and pastes what was written', async () => {
    await open('/form');
    await call('browser_click', { selector: '#copy' });
    await call('browser_wait_for', { text: 'copied' });
    const { text } = await call('browser_clipboard', { action: 'read' });
    expect(parted(text).inside).toContain('https://shop.test/share');
    await call('browser_clipboard', { action: 'write', text: 'Grace' });
    await call('browser_focus', { selector: '#name' });
    await call('browser_press', { key: 'Control+a' });
    await call('browser_clipboard', { action: 'paste' });
    expect((await call('browser_evaluate', { script: 'document.querySelector("#name").value' })).text).toContain(
      'Grace',
    );
    await call('browser_press', { key: 'Control+a' });
    await call('browser_clipboard', { action: 'paste', text: 'Hopper' });
    await call('browser_press', { key: 'Control+a' });
    expect((await call('browser_clipboard', { action: 'copy' })).data).toMatchObject({ text: 'Hopper' });
  });

  test('leaves the page without the permission, and refuses a page that has no clipboard', async () => {
    await open('/form');
    await call('browser_clipboard', { action: 'write', text: 'x' });
    const state = `(await navigator.permissions.query({ name: 'clipboard-read' })).state`;
    expect((await call('browser_evaluate', { script: state })).text).toContain('prompt');
    await call('browser_navigate', { url: 'data:text/html,<p>plain' });
    await expect(call('browser_clipboard', { action: 'read' })).rejects.toMatchObject({ code: 'unsupported' });
    await expect(call('browser_clipboard', { action: 'write' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('browser_batch', () => {
  const step = (tool: string, input: object = {}) => ({ tool, arguments: input });

  test('runs steps in order: one boundary, one page line, one turn', async () => {
    await open('/form');
    const { text, data } = await call('browser_batch', {
      steps: [
        step('browser_fill', { selector: '#name', value: 'Grace' }),
        step('browser_check', { ref: '#news' }),
        { tool: 'browser_screenshot' },
      ],
    });
    expect(text.match(/<untrusted/g)).toHaveLength(1);
    expect(text.match(/^Page: /gm)).toHaveLength(1);
    expect(text).toContain('1. browser_fill: Filled textbox "Name"');
    expect(text).toContain('2. browser_check: Checked checkbox "News"');
    expect((data as { steps: unknown[] }).steps).toHaveLength(3);
  });

  test('stops at the first failure and reports how far it came', async () => {
    await open('/form');
    const steps = [
      step('browser_check', { selector: '#news' }),
      step('browser_click', { selector: '#nowhere' }),
      step('browser_click', { selector: '#go' }),
    ];
    await expect(call('browser_batch', { steps })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(
        /1 of 3 steps done\. Step 2, browser_click, failed: [\s\S]*1\. browser_check: Checked/,
      ),
    });
    expect(await textOf('#seen')).toBe('');
  });

  test.each([
    [step('browser_fly'), 'denied'],
    [step('browser_click', { selectr: '#go' }), 'invalid_input'],
    [step('browser_batch', { steps: [step('browser_snapshot')] }), 'invalid_input'],
    [step('browser_request_user', { message: 'Please' }), 'invalid_input'],
    [step('browser_close'), 'invalid_input'],
  ])('with %j nothing is done at all', async (wrong, code) => {
    await open('/form');
    const steps = [step('browser_click', { selector: '#go' }), wrong];
    await expect(call('browser_batch', { steps })).rejects.toMatchObject({ code });
    expect(await textOf('#seen')).toBe('');
  });

  test('what is denied is denied inside it too, under any name', async () => {
    await open('/form');
    const tools = callableTools({ deny: ['browser_evaluate'] });
    const { signal } = new AbortController();
    for (const inner of [
      step('browser_evaluate', { script: '1' }),
      step('browser_eval', { expression: '1' }),
      step('browser_wait_for', { function: 'true' }),
    ]) {
      const input = { steps: [step('browser_click', { selector: '#go' }), inner] };
      const calling = callTool({ tools, name: 'browser_batch', input, conversation: current(), signal });
      await expect(calling).rejects.toMatchObject({ code: expect.stringMatching(/^(denied|invalid_input)$/) });
    }
    expect(await textOf('#seen')).toBe('');
  });
});
