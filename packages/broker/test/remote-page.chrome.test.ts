import { remotePageEngine } from '@btcp/broker';
import { type PageServer, type RunningBroker, serveModulePage, startBroker, startChrome } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet, wholeBrowserTools } from '@btcp/tools';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SCRIPT = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = '<h1>' + location.pathname + location.search + '</h1><label>Name <input></label>'
    + '<button onclick="this.textContent = document.querySelector(\\'input\\').value">Save</button><a href="/?linked">Go</a>';
  const client = createClient({ serverUrl: localStorage.server, grants: ['dom:write'] });
  servePageAgent(client, new BrowserAgent());
  await client.connect()`;

const COUNTING_SOCKET = `
  window.received = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...input) {
      super(...input);
      this.addEventListener('message', ({ data }) => { if (data.includes('tools/call')) received++; });
    }
  }`;

let browser: Browser;
let site: PageServer;
let running: RunningBroker;

beforeAll(async () => {
  browser = await startChrome();
  site = await serveModulePage(SCRIPT, { '/plain': '<title>Plain</title>No client here' });
  running = await startBroker({ allowedOrigins: [site.origin] });
});

afterAll(async () => {
  await browser.close();
  await running.kill();
  await site.close();
});

// A tab that is connected, the tools that drive it, and how many commands its socket has received.
async function connectedTab(id: string) {
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(COUNTING_SOCKET);
  await tab.goto(`${site.origin}/plain`);
  await tab.evaluate(`localStorage.server = '${running.webSocket}'`);
  await tab.goto(`${site.origin}/`);
  while (!running.broker.pages().some(({ tools }) => tools.length > 0))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const tools = createToolSet(catalogue);
  const conversations = new Conversations(remotePageEngine(running.broker));
  const call = (name: string, input: unknown = {}) =>
    callTool({ tools, name, input, conversation: conversations.get(id), signal: new AbortController().signal });
  return {
    tab,
    call,
    received: () => tab.evaluate('received') as Promise<number>,
    async [Symbol.asyncDispose]() {
      await conversations.closeAll();
      if (!tab.isClosed()) await tab.close();
      while (running.broker.pages().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

test('the browser tools read and navigate a tab that a person has open', async () => {
  await using connected = await connectedTab('a');
  const { tab, call } = connected;

  const snapshot = await call('browser_snapshot');
  expect(snapshot.text).toContain('button "Save"');
  expect(snapshot.page).toMatchObject({ url: `${site.origin}/`, title: 'Module page' });

  expect((await call('browser_fill', { selector: 'input', value: 'Ada' })).text).toContain('now holds "Ada"');
  const clicked = await call('browser_click', { selector: 'button' });
  expect(clicked.text).toContain('Clicked button "Save"');
  expect(clicked.text).toContain('button "Ada"');
  expect((await call('browser_get_text', { selector: 'button' })).text).toContain('Ada');
  expect((await call('browser_get_text', { selector: 'h1', format: 'markdown' })).text).toContain('# /');
  expect((await call('browser_find', { role: 'button', name: 'ada' })).text).toMatch(/- button "Ada".* @e\d+/);
  const cut = (await call('browser_snapshot', { maxSize: 10 })).data as { cursor: string };
  expect((await call('browser_snapshot', { cursor: cut.cursor })).text).toContain('button "Ada"');
  // One tab can be listed and let go of, which is no use to anybody.
  const refused = catalogue.filter(({ name }) => wholeBrowserTools.has(name) && !/_(?:tabs|close)$/.test(name));
  for (const { name, examples } of refused) {
    if (examples[0]) await expect(call(name, examples[0]), name).rejects.toMatchObject({ code: 'unsupported' });
  }
  expect((await call('browser_evaluate', { script: 'document.title' })).text).toContain('Module page');
  expect((await call('browser_drag', { selector: 'h1', to: 'button' })).text).toContain('Dragged heading');
  await expect(call('browser_upload', { selector: 'input', paths: ['a.txt'] })).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('A page cannot take files of the server.'),
  });
  const followed = await call('browser_click', { selector: 'a' });
  expect(followed.text).toContain(`Navigated to ${site.origin}/?linked`);

  // The document goes and another comes: the conversation goes on with it.
  const opened = await call('browser_navigate', { url: `${site.origin}/?second` });
  expect(opened.page).toMatchObject({ url: `${site.origin}/?second` });
  expect((await call('browser_snapshot')).text).toContain('heading "/?second"');

  await expect(call('browser_snapshot', { selector: '@e99' })).rejects.toMatchObject({
    code: expect.stringMatching(/stale_ref|not_found/),
  });
  await expect(call('browser_console_logs')).rejects.toMatchObject({
    code: expect.stringMatching(/unsupported|unknown_tool/),
  });

  await tab.close();
  await expect(call('browser_snapshot')).rejects.toMatchObject({
    code: expect.stringMatching(/browser_lost|browser_unavailable/),
  });
});

test('a call on a connected page is one message each way, what changed and the page line included', async () => {
  await using connected = await connectedTab('messages');
  const { call, received } = connected;
  const messagesOf = async (name: string, input: object) => {
    const before = await received();
    const result = await call(name, input);
    return { messages: (await received()) - before, result };
  };
  const snapshot = await messagesOf('browser_snapshot', {});
  expect(snapshot.messages).toBe(1);
  expect(snapshot.result.page).toMatchObject({ title: 'Module page' });
  const found = await messagesOf('browser_find', { role: 'button' });
  expect(found.messages).toBe(1);
  expect(found.result.text).toContain('- button "Save"');
  const filled = await messagesOf('browser_fill', { selector: 'input', value: 'Ada' });
  expect(filled.messages).toBe(1);
  const clicked = await messagesOf('browser_click', { selector: 'button' });
  expect(clicked.messages).toBe(1);
  expect(clicked.result.text).toContain('~ button "Ada"');
  expect(clicked.result.page).toMatchObject({ title: 'Module page' });
  expect((await messagesOf('browser_get_text', { selector: 'h1' })).messages).toBe(1);
});

test('without a page that offers itself, the tools say what to do', async () => {
  const tools = createToolSet(catalogue);
  const conversation = new Conversations(remotePageEngine(running.broker)).get('b');
  const signal = new AbortController().signal;
  await expect(callTool({ tools, name: 'browser_snapshot', input: {}, conversation, signal })).rejects.toMatchObject({
    code: 'browser_unavailable',
    hint: expect.stringContaining('servePageAgent'),
  });
});
