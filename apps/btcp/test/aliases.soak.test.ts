import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, MAIN, TestHome } from './run-btcp.ts';

const home = new TestHome();
const opened: Client[] = [];
let pages: PageServer;

const SHOP = `<title>Shop</title><h1>Shop</h1>
  <label>Name <input id="name"></label> <label>Note <input id="note"></label>
  <label>Size <select id="size"><option>Small</option><option>Large</option></select></label>
  <label><input type="checkbox" id="gift"> As a gift</label> <input type="file" id="file" aria-label="File">
  <button id="add" onclick="out.textContent = 'added ' + name_()">Add</button>
  <button id="twice" ondblclick="out.textContent = 'twice'">Twice</button>
  <button id="ask" onclick="out.textContent = prompt('Who?')">Ask</button>
  <a href="/cart">Cart</a> <output id="out"></output>
  <script>const name_ = () => document.querySelector('#name').value; console.log('hello from the shop')</script>`;

beforeAll(async () => {
  pages = await servePages({ '/': SHOP, '/cart': '<title>Cart</title><p>Your cart is empty.</p>' });
});
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
  await pages.close();
  home[Symbol.dispose]();
});

// An MCP client of `btcp mcp --aliases NAME`, which calls by the names of that server.
async function clientOf(aliases: string, ...flags: string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [MAIN, 'mcp', '--aliases', aliases, ...flags];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: home.environment as Record<string, string> }),
  );
  opened.push(client);
  const answer = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const content = result.content as { type: string; text?: string }[];
    const text = content.map(({ text = '' }) => text).join('\n');
    return { text, isError: result.isError ?? false, hasImage: content.some(({ type }) => type === 'image') };
  };
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { text, isError } = await answer(name, input);
    expect(isError, `${name}: ${text}`).toBe(false);
    return text;
  };
  const listed = (await client.listTools()).tools;
  return { call, answer, listed };
}

// The ref of an element in a snapshot, without its @.
const refIn = (snapshot: string, label: string) =>
  new RegExp(`${label}[^\\n]*@((?:t\\d+)?e\\d+)`).exec(snapshot)?.[1] ?? `no ${label} in ${snapshot}`;

describe('--aliases playwright', () => {
  test('lists the names and parameters of playwright-mcp, and a session by them works, with our own names too', async () => {
    const { call, answer, listed } = await clientOf('playwright');
    expect(listed).toHaveLength(24);
    const click = listed.find(({ name }) => name === 'browser_click');
    expect(click?.inputSchema).toMatchObject({ required: ['target'] });
    expect(Object.keys(click?.inputSchema.properties ?? {})).toEqual([
      'element',
      'target',
      'doubleClick',
      'button',
      'modifiers',
    ]);
    expect(await call('browser_navigate', { url: pages.origin })).toContain('"Shop"');
    const snapshot = await call('browser_snapshot');
    const ref = (label: string) => refIn(snapshot, label);
    await call('browser_type', { element: 'the name', target: ref('textbox "Name"'), text: 'Ada' });
    await call('browser_press_key', { key: 'End' });
    await call('browser_fill_form', {
      fields: [
        { name: 'Note', type: 'textbox', target: ref('textbox "Note"'), value: 'soon' },
        { name: 'Gift', type: 'checkbox', target: ref('checkbox'), value: 'true' },
      ],
    });
    await call('browser_select_option', { target: ref('combobox'), values: ['Large'] });
    await call('browser_click', { target: ref('button "Add"') });
    await call('browser_verify_text_visible', { text: 'added Ada' });
    await call('browser_verify_value', {
      type: 'checkbox',
      element: 'gift',
      target: ref('checkbox'),
      value: 'true',
    });
    await call('browser_click', { target: ref('button "Twice"'), doubleClick: true });
    expect(await call('browser_evaluate', { function: '() => out.textContent' })).toContain('twice');
    await call('browser_verify_element_visible', { role: 'button', accessibleName: 'Add' });
    expect(await call('browser_click', { target: ref('button "Ask"') })).toContain('Who?');
    await call('browser_handle_dialog', { accept: true, promptText: 'Grace' });
    await call('browser_wait_for', { text: 'Grace' });
    await call('browser_wait_for', { time: 0.05 });
    await call('browser_cookie_set', { name: 'seen', value: 'yes' });
    expect(await call('browser_cookie_get', { name: 'seen' })).toContain('yes');
    await call('browser_localstorage_set', { key: 'theme', value: 'dark' });
    expect(await call('browser_localstorage_get', { key: 'theme' })).toContain('dark');
    expect(await call('browser_console_messages', { level: 'info' })).toContain('hello from the shop');
    expect((await answer('browser_take_screenshot', { scale: 'css' })).hasImage).toBe(true);
    await call('browser_navigate', { url: `${pages.origin}/cart` });
    expect(await call('browser_navigate_back')).toContain('"Shop"');
    expect(await call('browser_tabs', { action: 'new', url: `${pages.origin}/cart` })).toContain('t2');
    expect(await call('browser_reload')).toContain('"Cart"');
    await call('browser_close');
  });

  test('what has no counterpart is an error that names what to use', async () => {
    const { answer } = await clientOf('playwright', '--deny', 'browser_evaluate');
    const expectError = async (name: string, input: Record<string, unknown>, message: string) =>
      expect(await answer(name, input)).toMatchObject({ isError: true, text: expect.stringContaining(message) });
    await expectError('browser_run_code_unsafe', { code: '1' }, 'browser_batch and browser_evaluate');
    await expectError('browser_mouse_drag_xy', { startX: 1 }, 'in one browser_batch');
    await expectError('browser_tabs', { action: 'select', index: 1 }, 'browser_tabs of BTCP has nothing for index');
    await expectError('browser_snapshot', { boxes: true }, 'It calls browser_snapshot of BTCP');
    await expectError('browser_route', { pattern: '*', body: 'x' }, 'does what browser_evaluate does');
    await expect(answer('browser_evaluate', { function: '1' })).rejects.toThrow('no tool "browser_evaluate"');
  });
});

test('--aliases devtools: a session by the names of chrome-devtools-mcp works', async () => {
  const file = join(home.path, 'note.txt');
  writeFileSync(file, 'text');
  const { call, answer, listed } = await clientOf('devtools', '--upload-dir', home.path);
  expect(listed.map(({ name }) => name)).toContain('take_snapshot');
  expect(await call('new_page', { url: pages.origin })).toContain('t2');
  expect(await call('list_pages')).toMatch(/\* t2 "Shop"/);
  await call('navigate_page', { pageId: 1, url: `${pages.origin}/cart` });
  expect(await call('wait_for', { pageId: 1, text: ['Your cart is empty.'] })).toContain('"Cart"');
  const snapshot = await call('take_snapshot', { pageId: 2 });
  const uid = (label: string) => refIn(snapshot, label);
  await call('fill', { pageId: 2, uid: uid('textbox "Name"'), value: 'Ada' });
  await call('fill_form', { pageId: 2, elements: [{ uid: uid('textbox "Note"'), value: 'soon' }] });
  await call('click', { pageId: 2, uid: uid('button "Add"'), includeSnapshot: true });
  expect(await call('evaluate_script', { pageId: 2, function: '() => out.textContent' })).toContain('added Ada');
  await call('click', { uid: uid('textbox "Note"') });
  await call('type_text', { pageId: 2, text: 'er', submitKey: 'Enter' });
  await call('press_key', { pageId: 2, key: 'Tab' });
  await call('hover', { uid: uid('button "Twice"') });
  await call('click', { uid: uid('button "Twice"'), dblClick: true });
  await call('upload_file', { uid: uid('button "File"'), filePaths: [file] });
  await call('click', { uid: uid('button "Ask"') });
  await call('handle_dialog', { action: 'accept', promptText: 'Grace' });
  expect(await call('evaluate_script', { function: 'document.querySelector("#out").textContent' })).toContain('Grace');
  expect((await answer('take_screenshot', { pageId: 2 })).hasImage).toBe(true);
  await call('resize_page', { pageId: 2, width: 800, height: 600 });
  expect(await call('list_console_messages', { pageId: 2 })).toContain('hello from the shop');
  expect(await call('list_network_requests', { pageId: 2 })).toContain(pages.origin);
  await call('navigate_page', { pageId: 2, url: `${pages.origin}/cart` });
  expect(await call('navigate_page', { pageId: 2, type: 'back' })).toContain('"Shop"');
  await call('close_page', { pageId: 2 });
  expect(await call('select_page', { pageId: 1 })).toContain('* t1 "Cart"');
  expect(await answer('take_snapshot', { pageId: 7 })).toMatchObject({ isError: true });
  expect(await answer('install_extension', { path: '/x' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('install_extension cannot be called here: not meant: extensions'),
  });
});

test('--aliases agent-browser: a session by its names works', async () => {
  const { call, answer, listed } = await clientOf('agent-browser');
  expect(listed).toHaveLength(28);
  await call('agent_browser_open', { url: pages.origin });
  const snapshot = await call('agent_browser_snapshot', { interactive: true, compact: true });
  await call('agent_browser_fill', { selector: `@${refIn(snapshot, 'textbox "Name"')}`, text: 'Ada' });
  await call('agent_browser_type', { selector: '#note', text: 'soon' });
  await call('agent_browser_press', { key: 'Tab' });
  await call('agent_browser_check', { selector: '#gift' });
  await call('agent_browser_select', { selector: '#size', values: ['Large'] });
  await call('agent_browser_find', { locator: 'role', value: 'button', name: 'Add', action: 'click' });
  expect(await call('agent_browser_get_text', { selector: '#out' })).toContain('added Ada');
  await call('agent_browser_wait_for_text', { text: 'added', waitTimeoutMs: 5_000 });
  expect(await call('agent_browser_is_checked', { selector: '#gift' })).toContain('checked');
  expect(await call('agent_browser_get_value', { selector: '#note' })).toContain('soon');
  expect(await call('agent_browser_get_url')).toContain(pages.origin);
  expect(await call('agent_browser_eval', { script: '6 * 7' })).toContain('42');
  expect((await answer('agent_browser_screenshot', { annotate: true })).hasImage).toBe(true);
  await call('agent_browser_storage_set', { storageType: 'local', key: 'theme', value: 'dark' });
  expect(await call('agent_browser_storage_get', { storageType: 'local', key: 'theme' })).toContain('dark');
  expect(await call('agent_browser_tab_new', { url: `${pages.origin}/cart` })).toContain('t2');
  expect(await call('agent_browser_read')).toContain('Your cart is empty.');
  await call('agent_browser_tab_switch', { tab: 't1' });
  await call('agent_browser_close');
  expect(await answer('agent_browser_get_cdp_url')).toMatchObject({ isError: true });
});

test('a server whose names are not known is reported, and the command lists the names', async () => {
  const { code, stderr } = await btcp(home, ['mcp', '--aliases', 'selenium']);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('no tool names for "selenium"')]);
  expect(code).not.toBe(0);
  const { stdout } = await btcp(home, ['tools', '--aliases', 'devtools']);
  expect(stdout).toContain('take_snapshot');
});
