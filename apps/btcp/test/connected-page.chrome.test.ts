import { serveModulePage, servePages, startChrome } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { btcp, serve, TestHome } from './run-btcp.ts';

const SCRIPT = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = '<h1>My own tab</h1><button onclick="document.title = \\'clicked\\'">Press</button>';
  const [serverUrl, token] = decodeURIComponent(location.hash.slice(1)).split(' ');
  const client = createClient({ serverUrl, auth: { type: 'bearer', token }, grants: ['dom:write'] });
  servePageAgent(client, new BrowserAgent());
  await client.connect();
  document.title = 'connected'`;

test('a page that a person has open is driven by btcp call, and only when its origin was allowed', async () => {
  using home = new TestHome();
  await using site = await serveModulePage(SCRIPT);
  const chrome = await startChrome();
  const visit = async (server: { btcp: string; token: string | null }) => {
    const tab = await chrome.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${server.btcp} ${server.token}`)}`);
    return tab;
  };
  const call = (name: string, input = {}) => btcp(home, ['call', name, JSON.stringify(input), '--session', 'page']);
  try {
    const closed = await serve(home);
    await visit(closed);
    expect(await call('browser_snapshot')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No page offers to be driven'),
    });
    await closed.stop();

    const server = await serve(home, ['--allow-origin', site.origin]);
    const tab = await visit(server);
    await vi.waitFor(async () => expect(await tab.title()).toBe('connected'));
    expect((await call('browser_snapshot')).stdout).toContain('heading "My own tab"');
    const { stdout: clicked } = await call('browser_click', { selector: 'button' });
    expect(clicked).toContain('Clicked button "Press"');
    expect(clicked).toContain('Title changed to "clicked".');
    expect(clicked).not.toContain('Page unchanged');
    expect(await tab.title()).toBe('clicked');
    const { body } = await server.get('/sessions');
    expect((body as { sessions: unknown[] }).sessions).toContainEqual(
      expect.objectContaining({
        id: 'page',
        name: `btcp · ${new URL(site.origin).host}`,
        caller: { kind: 'command', name: 'btcp' },
        page: expect.objectContaining({ title: 'clicked' }),
        hasBrowser: true,
      }),
    );
    expect((await btcp(home, ['sessions'])).stdout).toContain('--session page');
    const gone = `page:${'x'.repeat(22)}`;
    expect(await server.post(`/sessions/${gone}/tools/browser_snapshot`), 'never another page').toMatchObject({
      body: { success: false, error: { message: expect.stringContaining('No page offers to be driven') } },
    });
    expect(await server.stop()).toBe(0);
  } finally {
    await chrome.close();
  }
});

const TODO_PAGE = `<!doctype html><title>Todo</title><ul id="list"></ul><script>
  const [serverUrl, token, script] = decodeURIComponent(location.hash.slice(1)).split(' ');
  document.write('<script src="' + script + '"><\\/script>');
</script><script>
  const client = BTCP.createClient({ serverUrl, auth: { type: 'bearer', token }, metadata: { title: document.title } });
  client.registerTool({
    name: 'add_todo',
    description: 'Adds an entry to the list',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    handler: ({ text }) => { list.append(Object.assign(document.createElement('li'), { textContent: text })); return list.children.length + ' entries'; },
  });
  client.connect().then(() => { document.title = 'connected'; });
</script>`;

test('the tools of a page with one script tag are called by btcp call and by MCP clients, as they come and go', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': TODO_PAGE });
  const server = await serve(home, ['--allow-origin', site.origin]);
  const chrome = await startChrome();
  // Notifications come on a stream that a client opens after it has connected.
  let listens = () => {};
  const listening = new Promise<void>((resolve) => {
    listens = resolve;
  });
  const transport = (path: string, onStream = () => {}) =>
    new StreamableHTTPClientTransport(new URL(path, server.url), {
      requestInit: { headers: { authorization: `Bearer ${server.token}` } },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (init?.method === 'GET' && response.ok) onStream();
        return response;
      },
    });
  const agent = new Client({ name: 'test', version: '1.0.0' });
  const pageAgent = new Client({ name: 'test', version: '1.0.0' });
  try {
    await agent.connect(transport('/mcp'));
    await pageAgent.connect(transport('/mcp/page', listens));
    const changed = new Promise<void>((resolve) => {
      pageAgent.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    await listening;
    expect((await pageAgent.listTools()).tools).toEqual([]);

    const tab = await chrome.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${server.btcp} ${server.token} ${server.url}/client.js`)}`);
    await vi.waitFor(async () => expect(await tab.title()).toBe('connected'));
    await changed;
    expect((await pageAgent.listTools()).tools.map(({ name }) => name)).toEqual(['add_todo']);
    expect((await pageAgent.callTool({ name: 'add_todo', arguments: { text: 'one' } })).content).toEqual([
      { type: 'text', text: expect.stringMatching(/^<untrusted \d+>\n1 entries\n/) },
    ]);

    const listed = await agent.callTool({ name: 'page_tools_list', arguments: {} });
    expect(listed.structuredContent).toMatchObject({
      pages: [{ metadata: { title: 'Todo' }, tools: [{ name: 'add_todo' }] }],
    });
    const called = await agent.callTool({
      name: 'page_tool_call',
      arguments: { name: 'add_todo', arguments: { text: 'two' } },
    });
    expect(called.structuredContent).toMatchObject({ text: '2 entries' });

    const call = (input: object) => btcp(home, ['call', 'page_tool_call', JSON.stringify(input)]);
    expect(await call({ name: 'add_todo', arguments: { text: 'three' } })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 entries'),
    });
    const wrong = { name: 'add_todo', arguments: { text: 3 } };
    const reason = 'Invalid params: type (text: expected "string")';
    expect(await call(wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    expect(await pageAgent.callTool(wrong)).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(reason) }],
    });
    expect(await call({ name: 'no_such' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The tools of pages are add_todo'),
    });
    expect(await tab.$$eval('li', (items) => items.map((item) => item.textContent))).toEqual(['one', 'two', 'three']);
  } finally {
    await Promise.all([agent.close(), pageAgent.close(), chrome.close()]);
    await server.stop();
  }
});

const BRIDGED_PAGE = `<!doctype html><title>Bridged</title><script>
  const [mcpEndpoint, token, script] = decodeURIComponent(location.hash.slice(1)).split(' ');
  for (const file of [script, script.replace('.js', '-sandboxes.js')]) document.write('<script src="' + file + '"><\\/script>');
</script><script>
  const btcpClient = BTCP.createClient({ serverUrl: 'ws://127.0.0.1:1', plugins: [BTCP.sandboxes] });
  btcpClient.registerTool({ name: 'language', description: 'The language of the page', handler: () => navigator.language && 'known' });
  btcpClient.registerTool({ name: 'sum', sandbox: 'worker', handler: ({ a, b }) => ({ sum: a + b, page: typeof document }) });
  new BTCP.MCPBridge({ mcpEndpoint, btcpClient, token }).expose();
</script>`;

test('MCPBridge makes a page an MCP server, and a plain MCP client reaches it through this server', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': BRIDGED_PAGE });
  const server = await serve(home, ['--allow-origin', site.origin]);
  const chrome = await startChrome();
  const client = new Client({ name: 'test', version: '1.0.0' });
  try {
    const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/page', server.url), { requestInit }));
    const tab = await chrome.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${server.url} ${server.token} ${server.url}/client.js`)}`);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    await vi.waitFor(async () => expect(await names()).toEqual(['language', 'sum']));
    expect(await client.callTool({ name: 'language' })).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('known') }],
    });
    expect(await client.callTool({ name: 'sum', arguments: { a: 1, b: 2 } })).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('{"sum":3,"page":"undefined"}') }],
    });
    await tab.evaluate('btcpClient.unregisterTool("sum")');
    await vi.waitFor(async () => expect(await names()).toEqual(['language']));
    await tab.close();
    await vi.waitFor(async () => expect(await names()).toEqual([]));
  } finally {
    await Promise.all([client.close(), chrome.close()]);
    await server.stop();
  }
});
