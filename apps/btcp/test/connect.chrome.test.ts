import { join } from 'node:path';
import { type PageServer, processesWith, RunningChrome, servePages } from '@btcp/test-support';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { btcp, MAIN, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const home = new TestHome();
// Where Debian's Chromium has the profile of this user.
const profile = join(home.path, 'config', 'chromium');
const environment = { XDG_CONFIG_HOME: join(home.path, 'config') };
let pages: PageServer;
let chrome: RunningChrome;

beforeAll(async () => {
  pages = await servePages({
    '/mail': (_, response) => response.setHeader('set-cookie', 'login=ada').end('<title>Mail</title>'),
    '/shop': ({ headers }, response) => response.end(`<title>Shop of ${headers.cookie ?? 'nobody'}</title>`),
  });
  chrome = await RunningChrome.start(`${pages.origin}/mail`, profile);
});
afterAll(async () => {
  await chrome.remove();
  await pages.close();
  home[Symbol.dispose]();
});

const onlyTheirs = () =>
  vi.waitFor(async () => expect(await chrome.pages()).toEqual([`${pages.origin}/mail`]), { timeout: 20_000 });

test('btcp mcp --connect works in the browser of a person, and leaves it as it was', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--connect', 'chromium'],
    env: { ...home.environment, ...environment } as Record<string, string>,
    stderr: 'pipe',
  });
  const said: string[] = [];
  transport.stderr?.on('data', (text) => said.push(String(text)));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const opened = await client.callTool({ name: 'browser_navigate', arguments: { url: `${pages.origin}/shop` } });
  expect(JSON.stringify(opened.content)).toContain('Shop of login=ada');
  await vi.waitFor(() => expect(said.join('')).toContain('agents use the browser at chromium with every account'));
  await client.close();
  await onlyTheirs();
});

test('btcp serve --connect does too, also for agents of the workspace, and no list of processes shows the address', async () => {
  const connect = `ws://127.0.0.1:${chrome.port}${chrome.path}`;
  const workspace = await Workspace.start(home, { BTCP_CONNECT: connect });
  const { server } = workspace;
  try {
    const url = `${pages.origin}/shop`;
    expect((await server.post('/sessions/a/tools/browser_navigate', { url })).body).toMatchObject({
      page: { title: 'Shop of login=ada' },
    });
    for (const kind of ['local', 'process']) {
      const { path } = await workspace.begin(kind, { kind });
      const { body } = await workspace.ask('POST', `${path}/tools/browser_navigate`, { url });
      expect(JSON.stringify(body)).toContain('Shop of login=ada');
    }
    expect(processesWith(chrome.path)).toEqual([]);
    expect(server.log).not.toContain(chrome.path);
  } finally {
    await server.stop();
  }
  await onlyTheirs();
});

test('what cannot be connected to is refused at the start, without its key', async () => {
  const wrong = await btcp(home, ['mcp', '--connect', 'ftp://k3y@a.test']);
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain('is not an address');
  const both = await btcp(home, ['serve', '--port', '0', '--connect', 'wss://a.test/?k3y', '--allow-host', 'a.test']);
  expect(both.code).not.toBe(0);
  expect(both.stderr).toContain('hosts that pages may reach or not');
  expect(wrong.stderr + both.stderr).not.toContain('k3y');
});
