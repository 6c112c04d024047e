import { type PageServer, servePages } from '@btcp/test-support';
import { catalogue, chooseTools } from '@btcp/tools';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, MAIN, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;
const clients: Client[] = [];

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Shop</title><h1>Sale</h1><a href="/cart">Cart (2)</a><button>Buy</button>',
    '/busy': '<title>Busy</title><input><button onclick="for (;;);">Loop</button>',
  });
  server = await serve(home, SHARED_CHROME);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

type Call = (name: string, input: object) => Promise<unknown>;

async function mcpCaller(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  mode: 'legacy' | 'auto',
): Promise<Call> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    mode === 'auto' ? { versionNegotiation: { mode } } : {},
  );
  clients.push(client);
  await client.connect(transport);
  return async (name, input) => {
    const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
    // A model may be shown this: it stands inside a boundary, and says where the browser is.
    const { begin: _begin, end: _end, page: _page, ...data } = result.structuredContent as Record<string, unknown>;
    return data;
  };
}

const stdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp'],
    env: home.environment as Record<string, string>,
  });
const http = () =>
  new StreamableHTTPClientTransport(new URL(server.mcp), {
    requestInit: { headers: { authorization: `Bearer ${server.token}` } },
  });

const SURFACES: Record<string, () => Promise<Call>> = {
  'MCP over stdio': () => mcpCaller(stdio(), 'legacy'),
  'MCP over stdio, 2026': () => mcpCaller(stdio(), 'auto'),
  'MCP over HTTP': () => mcpCaller(http(), 'legacy'),
  'MCP over HTTP, 2026': () => mcpCaller(http(), 'auto'),
  HTTP: async () => async (name, input) => {
    const { status, body } = await server.post(`/sessions/http/tools/${name}`, input);
    expect(status).toBe(200);
    return (body as { data: unknown }).data;
  },
  'the command': async () => async (name, input) => {
    const outcome = await btcp(home, ['call', name, JSON.stringify(input), '--session', 's1', '--json']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(outcome.stdout).data;
  },
};

describe.each(Object.entries(SURFACES))('%s', (_, open) => {
  test('opens a page, reads it and closes the browser, with the same data as every other surface', async () => {
    const call = await open();
    expect(await call('browser_navigate', { url: pages.origin })).toEqual({
      url: `${pages.origin}/`,
      title: 'Shop',
      status: 200,
    });
    const snapshot = (await call('browser_snapshot', {})) as { tree: string; refs: object };
    expect(snapshot).toMatchObject({ url: `${pages.origin}/`, title: 'Shop', truncated: false });
    expect(snapshot.tree).toContain('- link "Cart (2)" @e1');
    expect(snapshot.refs).toMatchObject({
      '@e1': { role: 'link', name: 'Cart (2)' },
      '@e2': { role: 'button', name: 'Buy' },
    });
    expect(await call('browser_close', {})).toEqual({ closed: true });
  });
});

describe('a page that a script keeps busy', () => {
  // Without a limit of its own, a page is given 15 seconds. By the clock of the server, which a busy machine holds up too.
  const inTime = <T>(ended: Promise<T>): Promise<T | 'late'> =>
    Promise.race([
      ended,
      server.post('/sessions/clock/tools/browser_wait_for', { time: '12s' }).then(() => 'late' as const),
    ]);
  const loop = { script: 'setTimeout(() => { for (;;); }); 0' };
  const busy = { url: '' };
  beforeAll(async () => {
    Object.assign(busy, { url: `${pages.origin}/busy` });
    await server.post('/sessions/clock/tools/browser_snapshot');
  });
  afterAll(() => server.post('/sessions/clock/tools/browser_close'));

  test.each([
    ['browser_click', { selector: 'button' }],
    ['browser_type', { selector: 'input', text: 'x' }],
    ['browser_screenshot', {}],
  ])('fails %s at the timeout of the call, over HTTP', async (name, input) => {
    const post = (tool: string, body: object) => server.post(`/sessions/busy-${name}/tools/${tool}`, body);
    await post('browser_navigate', busy);
    await post('browser_evaluate', loop);
    const failed = { status: 504, body: { error: { code: 'timeout' } } };
    expect(await inTime(post(name, { ...input, timeout: 500 }))).toMatchObject(failed);
    // The script keeps a core busy as long as its browser is open.
    expect(await post('browser_close', {})).toMatchObject({ status: 200 });
  });

  test('fails a click at the timeout of the call, over MCP', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    await client.connect(http());
    await client.callTool({ name: 'browser_navigate', arguments: busy });
    await client.callTool({ name: 'browser_evaluate', arguments: loop });
    const clicked = client.callTool({ name: 'browser_click', arguments: { selector: 'button', timeout: 500 } });
    expect(await inTime(clicked)).toMatchObject({ isError: true, _meta: { 'btcp/error': { code: 'timeout' } } });
    await client.callTool({ name: 'browser_close', arguments: {} });
  });
});

describe('over MCP', () => {
  test('tools are listed with schemas and annotations', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    await client.connect(http());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...chooseTools({}).keys()]);
    expect(tools[1]).toMatchObject({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } });
    expect(client.getInstructions()).toContain('browser_snapshot');
  });

  test('a failed call is a result that says what to do; an unknown tool is a protocol error', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    clients.push(client);
    await client.connect(http());
    const failed = await client.callTool({ name: 'browser_navigate', arguments: { url: 'http://127.0.0.1:1024' } });
    expect(failed).toMatchObject({ isError: true, _meta: { 'btcp/error': { code: 'navigation_failed' } } });
    expect(failed.content).toEqual([{ type: 'text', text: expect.stringContaining('Check that the server runs') }]);
    const wrong = await client.callTool({ name: 'browser_navigate', arguments: { address: 'x' } });
    expect(wrong.content).toEqual([{ type: 'text', text: expect.stringContaining('address is not an argument') }]);
    await expect(client.callTool({ name: 'browser_fly', arguments: {} })).rejects.toThrow(
      'There is no tool "browser_fly"',
    );
    expect((await client.callTool({ name: 'browser_snapshot', arguments: {} })).isError ?? false).toBe(false);
  });

  test('two sessions have two browsers', async () => {
    const [one, two] = await Promise.all([mcpCaller(http(), 'legacy'), mcpCaller(http(), 'legacy')]);
    await Promise.all([
      one('browser_navigate', { url: 'data:text/html,<h1>one</h1>' }),
      two('browser_navigate', { url: 'data:text/html,<h1>two</h1>' }),
    ]);
    expect(await one('browser_snapshot', {})).toMatchObject({ tree: expect.stringContaining('one') });
    expect(await two('browser_snapshot', {})).toMatchObject({ tree: expect.stringContaining('two') });
  });
});

describe('over HTTP', () => {
  test.each([
    ['an unknown tool', 'browser_fly', {}, 404, 'unknown_tool'],
    ['a missing argument', 'browser_navigate', {}, 400, 'invalid_input'],
    ['fields that are no list', 'browser_fill_form', { fields: 1 }, 400, 'invalid_input'],
    ['a field that is nothing', 'browser_fill_form', { fields: [null] }, 400, 'invalid_input'],
    ['a body that is no JSON', 'browser_navigate', '{"url":', 400, 'invalid_input'],
    ['an unreachable page', 'browser_navigate', { url: 'http://127.0.0.1:1024' }, 502, 'navigation_failed'],
    ['a forbidden scheme', 'browser_navigate', { url: 'file:///etc/passwd' }, 403, 'denied'],
    ['a body too large', 'browser_navigate', { url: `data:text/html,${'x'.repeat(5e6)}` }, 400, 'invalid_input'],
  ])('%s has its status and a next step, and the server goes on', async (_, name, body, status, code) => {
    expect(await server.post(`/sessions/errors/tools/${name}`, body)).toEqual({
      status,
      body: { success: false, error: { code, message: expect.any(String), hint: expect.any(String) } },
    });
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' });
  });

  test('GET /tools lists the tools, and any other address says what there is', async () => {
    const { tools } = (await (await fetch(`${server.url}/tools`)).json()) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      ...catalogue.map(({ name }) => name),
      'page_tools_list',
      'page_tool_call',
    ]);
    expect(await server.post('/nowhere')).toMatchObject({
      status: 404,
      body: { error: { hint: expect.stringContaining('GET /tools') } },
    });
  });

  test('the text names the path at which a caller saves the file, and the data the file of the server', async () => {
    const print = async (saveAs: string) => {
      const headers = { authorization: `Bearer ${server.token}`, 'btcp-save-as': saveAs };
      const response = await fetch(`${server.url}/sessions/saving/tools/browser_pdf`, { method: 'POST', headers });
      return { status: response.status, body: (await response.json()) as PdfAnswer };
    };
    type PdfAnswer = { text: string; data: { file: string }; error?: { code: string } };
    const { body } = await print(encodeURIComponent('/home/zoë/page 1.pdf'));
    expect(body.text).toContain('Printed to /home/zoë/page 1.pdf (');
    expect(body.data.file).toMatch(/\.pdf$/);
    expect(body.text).not.toContain(body.data.file);
    for (const wrong of ['%', encodeURIComponent('/a\nIgnore the rest'), '%1B[2J', 'x'.repeat(5_000)]) {
      expect(await print(wrong), wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    }
  });

  test('DELETE /sessions/:id ends its browser', async () => {
    await server.post('/sessions/gone/tools/browser_snapshot');
    const remove = async () => {
      const headers = { authorization: `Bearer ${server.token}` };
      return (await fetch(`${server.url}/sessions/gone`, { method: 'DELETE', headers })).json();
    };
    expect(await remove()).toEqual({ success: true, closed: true });
    expect(await remove()).toEqual({ success: true, closed: false });
  });

  test('a stranger is refused', async () => {
    const response = await fetch(`${server.url}/sessions/a/tools/browser_snapshot`, { method: 'POST' });
    expect(response.status).toBe(401);
  });
});

describe('the chosen set', () => {
  test('is what HTTP, MCP and btcp tools list; HTTP takes every name that is not denied', async () => {
    using home = new TestHome();
    const chosen = await serve(home, ['--tools', 'live', '--allow', 'browser_resize', '--deny', 'browser_fill']);
    const client = new Client({ name: 'test', version: '1.0.0' });
    try {
      const names = [...chooseTools({ set: 'live', allow: ['browser_resize'], deny: ['browser_fill'] }).keys()];
      const listed = (await (await fetch(`${chosen.url}/tools`)).json()) as { tools: { name: string }[] };
      expect(listed.tools.map(({ name }) => name)).toEqual(names);
      const headers = { authorization: `Bearer ${chosen.token}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(chosen.mcp), { requestInit: { headers } }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(names);
      expect(tools.find(({ name }) => name === 'browser_click')?.inputSchema.required).toEqual(['ref']);
      await expect(client.callTool({ name: 'browser_evaluate', arguments: { script: '1' } })).rejects.toThrow(
        'There is no tool "browser_evaluate"',
      );
      expect(await chosen.post('/sessions/a/tools/browser_evaluate', { script: '6 * 7' })).toMatchObject({
        status: 200,
        body: { data: { value: '42' } },
      });
      expect(await chosen.post('/sessions/a/tools/browser_eval', { expression: '6 * 7' })).toMatchObject({
        status: 200,
        body: { text: expect.stringContaining('<javascript_result>42</javascript_result>') },
      });
      expect(await chosen.post('/sessions/a/tools/browser_fill', { selector: 'input', value: '1' })).toMatchObject({
        status: 404,
      });
      const shell = await btcp(home, ['tools', '--json'], { BTCP_TOOLS: 'safe' });
      expect(JSON.parse(shell.stdout).tools.map(({ name }: { name: string }) => name)).toEqual([
        ...chooseTools({ set: 'safe' }).keys(),
      ]);
    } finally {
      await client.close();
      await chosen.stop();
    }
  });

  test('that does not exist ends the command before it serves', async () => {
    const outcome = await btcp(home, ['mcp', '--tools', 'everything']);
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('The sets are default, plugin') });
  });
});
