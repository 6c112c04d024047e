import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ListedSession } from '../src/contract/types.ts';
import { MAIN, type RunningServer, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;

// The paths that were asked for and get no answer.
const hanging: string[] = [];
const hang: Parameters<typeof servePages>[0][string] = ({ url = '' }) => void hanging.push(url);

beforeAll(async () => {
  pages = await servePages({ '/': '<title>Shop</title><h1>Shop</h1>', '/under-way': hang, '/queued': hang });
  server = await serve(home);
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

// `btcp mcp` as a client starts it, and what it says on standard error.
async function start(at: TestHome, ...flags: string[]) {
  const env = { ...at.environment, BTCP_STANDALONE: '' } as Record<string, string>;
  const args = [MAIN, 'mcp', ...flags];
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' });
  const reported: string[] = [];
  transport.stderr?.on('data', (text) => reported.push(String(text)));
  const client = new Client({ name: 'editor', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    said: () => reported.join(''),
    call: async (name: string, input: Record<string, unknown> = {}) => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { text: string }[])[0]?.text ?? '';
    },
  };
}

async function openSessions(): Promise<ListedSession[]> {
  const { sessions } = (await server.get('/sessions')).body as { sessions: ListedSession[] };
  return sessions.filter(({ hasBrowser }) => hasBrowser);
}

// More than fits into the buffers between the processes.
const LARGE = ' '.repeat(4_000_000);

const stateOf = (at: TestHome) => join(at.path, 'state', 'server.json');

test('its browser is in the running server until the client leaves, and keeps to its own choice of tools', async () => {
  const { client, call, said } = await start(home, '--deny', 'browser_evaluate', '--tools', 'safe');
  await call('browser_navigate', { url: pages.origin });
  expect(await openSessions()).toMatchObject([{ caller: { kind: 'mcp', name: 'editor' } }]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('browser_evaluate');
  await expect(call('browser_evaluate', { script: '1' })).rejects.toThrow('browser_evaluate');
  expect(said()).toBe('');
  await client.close();
  await vi.waitFor(async () => expect(await openSessions()).toEqual([]));
});

test('settings of browsers that the server does not have, and another version, keep it out of the server, and it says so', async () => {
  const sized = await start(home, '--viewport', '640x480');
  expect(await sized.call('browser_evaluate', { script: 'innerWidth' })).toContain('640');
  await vi.waitFor(() => expect(sized.said()).toContain('The running server has other settings: --viewport.'));
  expect(await openSessions()).toEqual([]);
  await sized.client.close();

  const registered = readFileSync(stateOf(home), 'utf8');
  writeFileSync(stateOf(home), JSON.stringify({ ...JSON.parse(registered), version: '0.0.1' }));
  const newer = await start(home);
  await vi.waitFor(() => expect(newer.said()).toContain('The running server is of version 0.0.1'));
  await newer.client.close();
  writeFileSync(stateOf(home), registered);
});

test('without a server it starts one; when that ends, the call says so, and the next one has another', async () => {
  using own = new TestHome();
  const { client, call } = await start(own);
  const signal = (name: NodeJS.Signals) => process.kill(JSON.parse(readFileSync(stateOf(own), 'utf8')).pid, name);
  const ended = 'The BTCP server ended during this call';
  try {
    expect(await call('browser_navigate', { url: pages.origin })).toContain('"Shop"');
    const underWay = expect(call('browser_navigate', { url: `${pages.origin}/under-way` })).rejects.toThrow(ended);
    await vi.waitFor(() => expect(hanging).toContain('/under-way'), { timeout: 30_000 });
    signal('SIGKILL');
    await underWay;
    expect(await call('browser_navigate', { url: pages.origin })).toContain('"Shop"');

    // A server that reads nothing: the second call waits for the first, and must not go to the next server too.
    signal('SIGSTOP');
    const first = expect(call('browser_evaluate', { script: LARGE })).rejects.toThrow(ended);
    const second = expect(call('browser_navigate', { url: `${pages.origin}/queued` })).rejects.toThrow(ended);
    // When most of this is read, so are the calls before it.
    await client.transport?.send({ jsonrpc: '2.0', method: 'notifications/large', params: { LARGE } });
    signal('SIGKILL');
    await Promise.all([first, second]);
    expect(await call('browser_navigate', { url: pages.origin })).toContain('"Shop"');
    expect(hanging).not.toContain('/queued');
  } finally {
    await client.close();
    signal('SIGKILL');
  }
});
