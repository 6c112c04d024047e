import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FirefoxEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callableTools, callTool, catalogue } from '@btcp/tools';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const SHOP = `<title>Shop</title><h1>Shop</h1><label>Name <input id="name"></label>
  <label>Password <input type="password" value="hunter2-hunter2"></label>
  <select id="size" aria-label="Size"><option>Small</option><option>Large</option></select>
  <input type="checkbox" id="gift" aria-label="Gift"><input type="file" id="file" aria-label="File">
  <form action="/cart"><input id="code" aria-label="Code"></form>
  <button id="add" onclick="out.textContent = 'added ' + document.querySelector('#name').value + ' ' + event.isTrusted">Add</button>
  <button id="ask" onclick="out.textContent = prompt('Who?')">Ask</button>
  <a href="/cart">Cart</a> <a href="/cart" target="_blank" id="new">New</a> <output id="out"></output>
  <script>console.log('hello', { a: 1 })</script>`;

const HANDS = `<title>Hands</title><div id="card" draggable="true">Card</div>
  <div id="list" style="height:80px;background:#eee">List</div>
  <div id="knob" onmousedown="onmousemove = (e) => { slid.textContent = 'slid ' + e.isTrusted }; onmouseup = () => { onmousemove = null }">Knob</div>
  <output id="slid"></output><div id="spot" onclick="this.textContent = 'clicked with shift ' + event.shiftKey">Spot</div>`;

const folder = mkdtempSync(join(tmpdir(), 'btcp-firefox-'));
const conversations = new Conversations(
  new FirefoxEngine({ uploadDirectories: [folder], network: { private: ['localhost'] } }),
);
const tools = callableTools({});
let pages: PageServer;

const call = (name: string, input: unknown = {}) =>
  callTool({ tools, name, input, conversation: conversations.get('a'), signal: new AbortController().signal });
const text = async (name: string, input: unknown = {}) => (await call(name, input)).text;

beforeAll(async () => {
  pages = await servePages({
    '/': SHOP,
    '/cart': '<title>Cart</title><p>Your cart</p>',
    '/hands': HANDS,
    '/pay': `<title>Pay</title><label>Card <input></label>
      <button onclick="this.textContent = 'Paid ' + event.isTrusted">Pay</button>`,
    '/framed': ({ headers }, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Framed</title><input id="outer" aria-label="Outer">
        <iframe title="Checkout" style="margin:7px;border:3px solid;padding:5px" src="http://${headers.host?.replace('127.0.0.1', 'localhost')}/pay"></iframe>`),
  });
  writeFileSync(join(folder, 'note.txt'), 'text');
  await call('browser_navigate', { url: pages.origin });
});
afterAll(async () => {
  await conversations.closeAll();
  await pages.close();
  rmSync(folder, { recursive: true });
});

test('reads a page with refs, acts on it with real input, and reports what changed', async () => {
  const snapshot = await text('browser_snapshot');
  expect(snapshot).toContain('heading "Shop"');
  expect(snapshot).not.toContain('hunter2');
  const name = /textbox "Name" (@e\d+)/.exec(snapshot)?.[1];
  expect(await text('browser_type', { selector: name, text: 'Ada Ü' })).toContain('"Ada Ü"');
  expect(await text('browser_click', { selector: '#add' })).toContain('status: added Ada Ü true');
  expect(await text('browser_fill', { selector: '#name', value: 'Grace' })).toContain('"Grace"');
  expect(await text('browser_select', { selector: '#size', values: ['Large'] })).toContain('Large');
  expect(await text('browser_check', { selector: '#gift' })).toContain('checked');
  expect(await text('browser_hover', { selector: '#add' })).toContain('button "Add"');
  expect(await text('browser_upload', { selector: '#file', paths: [join(folder, 'note.txt')] })).toContain('note.txt');
  expect(await text('browser_click', { selector: '#ask' })).toContain('Dialog opened (prompt): "Who?"');
  await call('browser_dialog', { accept: true, text: 'Linus' });
  expect(await text('browser_get_text', { selector: '#out' })).toContain('Linus');
  expect(await text('browser_evaluate', { script: '() => [document.title]' })).toContain('["Shop"]');
  expect(await text('browser_evaluate', { script: 'await Promise.resolve(6 * 7)' })).toContain('42');
  expect((await call('browser_get_service_workers')).data).toBeDefined();
  expect(await text('browser_recent_console_logs')).toContain('hello {a: 1}');
  expect((await call('browser_screenshot')).data).toMatchObject({ width: 1280, height: 720 });
  await call('browser_cookies', { action: 'set', name: 'seen', value: 'yes' });
  expect(await text('browser_cookies')).toContain('seen=yes');
  await expect(call('browser_click', { selector: '#nothing' })).rejects.toMatchObject({ code: 'not_found' });
});

test('follows links, forms, history and tabs', async () => {
  await call('browser_navigate', { url: pages.origin });
  await call('browser_click', { selector: 'text=Cart' });
  await call('browser_wait_for', { text: 'Your cart' });
  expect(await text('browser_back')).toContain('"Shop"');
  expect(await text('browser_forward')).toContain('"Cart"');
  expect(await text('browser_reload')).toContain('"Cart"');
  await call('browser_back');
  await call('browser_focus', { selector: '#code' });
  await call('browser_press', { key: 'Enter' });
  await call('browser_wait_for', { text: 'Your cart' });
  await call('browser_navigate', { url: pages.origin });
  await call('browser_click', { selector: '#new' });
  await vi.waitFor(async () => expect(await text('browser_tabs')).toContain('t2'), { timeout: 30_000 });
  await call('browser_tabs', { action: 'select', tab: 't2' });
  await call('browser_wait_for', { text: 'Your cart' });
  expect(await text('browser_tabs', { action: 'close', tab: 't2' })).toContain('* t1 "Shop"');
});

test('drags, points, holds keys, prints, and lists requests and storage', async () => {
  await call('browser_navigate', { url: `${pages.origin}/hands` });
  await expect(call('browser_drag', { selector: '#card', to: '#list' })).rejects.toMatchObject({ code: 'unsupported' });
  expect(await text('browser_drag', { selector: '#knob', to: '#list' })).toContain('Dropped on');
  expect(await text('browser_get_text', { selector: '#slid' })).toContain('slid true');
  const { data } = await call('browser_query', { selector: '#spot', what: 'box' });
  const { x, y } = JSON.parse(String(Object(data).value ?? '{}'));
  await call('browser_key_down', { key: 'Shift' });
  await call('browser_mouse', { action: 'click', x: x + 5, y: y + 5 });
  await call('browser_key_up', { key: 'Shift' });
  expect(await text('browser_get_text', { selector: '#spot' })).toContain('clicked with shift true');
  await call('browser_evaluate', { script: 'fetch("/missing").then(() => 1)' });
  expect(await text('browser_network_requests', { url: 'missing' })).toMatch(/GET .*\/missing .*404/);
  expect(await text('browser_recent_network_requests')).toContain('/hands');
  await call('browser_clear_network_requests');
  expect(await text('browser_recent_network_requests')).toContain('No requests were made.');
  await call('browser_storage', { action: 'set', key: 'theme', value: 'dark' });
  expect(await text('browser_storage')).toContain('theme');
  const { path } = Object((await call('browser_pdf')).files?.[0]);
  expect(readFileSync(path, 'latin1')).toMatch(/^%PDF-/);
});

test('reads and acts in frames of other origins, and keys reach no other document', async () => {
  await call('browser_navigate', { url: `${pages.origin}/framed` });
  await call('browser_focus', { selector: '#outer' });
  const snapshot = await text('browser_snapshot');
  const [, field = ''] = /textbox "Card" (@f\d+e\d+)/.exec(snapshot) ?? [];
  const [, button = ''] = /button "Pay" (@f\d+e\d+)/.exec(snapshot) ?? [];
  expect(await text('browser_type', { selector: field, text: 'Ada' })).toContain('"Ada"');
  expect(await text('browser_type', { selector: field, text: ' B.' })).toContain('"Ada B."');
  const pressed = await call('browser_press', { selector: field, key: 'x' }).catch(({ code }) => code);
  if (typeof pressed === 'string') expect(pressed).toBe('not_actionable');
  expect(await text('browser_query', { selector: '#outer', what: 'value' })).toContain('(nothing)');
  expect(await text('browser_fill', { selector: field, value: 'Grace' })).toContain('"Grace"');
  expect(await text('browser_click', { selector: button })).toContain('button "Paid true"');
  expect(await text('browser_get_text')).toContain('Paid true');
  expect(await text('browser_find', { text: 'Paid' })).toContain(button);
  await call('browser_navigate', { url: pages.origin });
  await expect(call('browser_click', { selector: button })).rejects.toMatchObject({ code: 'stale_ref' });
});

test('keeps to the network policy: pages do not reach private addresses', async () => {
  await expect(call('browser_navigate', { url: 'http://10.0.0.1/' })).rejects.toMatchObject({
    code: 'denied',
  });
  await call('browser_navigate', { url: pages.origin });
  const script = 'fetch("http://169.254.169.254/").then(() => "reached", () => "refused")';
  expect(await text('browser_evaluate', { script })).toContain('refused');
});

const INPUTS: Record<string, unknown> = {
  browser_drop: { selector: '#add', data: { 'text/plain': 'x' } },
  browser_clipboard: { action: 'read' },
  browser_compare: { before: 'picture.png' },
  read_image: { path: 'picture.png' },
  browser_network_request: { id: 1 },
  browser_request_user: { message: 'Please', wait: false },
};

test('docs/guides/browsers.md names the tools that work; every other one says that it needs Chrome', async () => {
  const guide = readFileSync(new URL('../../../docs/guides/browsers.md', import.meta.url), 'utf8');
  const section = /<!-- firefox -->([\s\S]*)<!-- \/firefox -->/.exec(guide)?.[1] ?? '';
  const working = new Set(section.match(/\b(?:browser_\w+|read_image)\b/g));
  await call('browser_navigate', { url: pages.origin });
  for (const { name, examples } of catalogue) {
    if (working.has(name)) continue;
    const outcome = await call(name, INPUTS[name] ?? examples[0]).then(
      () => 'done',
      ({ code }) => code,
    );
    expect([name, outcome]).toEqual([name, 'unsupported']);
  }
  expect([...working].filter((name) => !catalogue.some((tool) => tool.name === name))).toEqual([]);
});
