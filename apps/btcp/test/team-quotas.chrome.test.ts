import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
const STATE = join(home.path, 'state');
const tokens: Record<string, string> = {};
let pages: PageServer;
let server: RunningServer;

beforeAll(async () => {
  mkdirSync(STATE, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const nearlyUsed = { tokens: {}, people: { zoe: { day, browserMs: 599_900, downloadedBytes: 0 } } };
  writeFileSync(join(STATE, 'usage.json'), JSON.stringify(nearlyUsed));
  pages = await servePages({
    '/': '<title>Shop</title><a href="/one.bin" download>One</a> <a href="/two.bin" download>Two</a>',
    '/one.bin': file,
    '/two.bin': file,
  });
  server = await serve(home, [
    ...SHARED_CHROME,
    '--user-browsers',
    '1',
    '--user-minutes',
    '10',
    '--user-downloads',
    '1',
  ]);
  tokens.owner = String(server.token);
  for (const name of ['ann', 'bob', 'zoe']) {
    tokens[name] = (await ask('owner', 'POST', '/api/tokens', { name })).body.token;
  }
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

const file: Parameters<typeof servePages>[0][string] = (_, response) => {
  response.setHeader('content-type', 'application/octet-stream');
  response.end(Buffer.alloc(700_000));
};

// biome-ignore lint/suspicious/noExplicitAny: answers are of every shape
async function ask(who: string, method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const call = (who: string, session: string, tool: string, input: object = {}) =>
  ask(who, 'POST', `/sessions/${session}/tools/${tool}`, input);

describe('quotas of one person', () => {
  test('browsers at once: counted over all doors, and apart for each person', async () => {
    expect((await call('ann', 'one', 'browser_navigate', { url: pages.origin })).status).toBe(200);
    const refused = await call('ann', 'two', 'browser_tabs');
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toBe('ann has 1 of 1 browsers open (quota --user-browsers).');
    const { slug } = (await ask('ann', 'POST', '/api/agents', { name: 'Helper' })).body;
    const agent = await ask('ann', 'POST', `/api/agents/${slug}/browser/open`, { url: pages.origin });
    expect([agent.status, agent.body.error.message]).toEqual([429, refused.body.error.message]);
    expect((await call('bob', 'one', 'browser_navigate', { url: pages.origin })).status).toBe(200);
    const shown = (await ask('ann', 'GET', '/api/tokens')).body.tokens;
    expect(shown).toMatchObject([{ today: { openBrowsers: 1 } }]);
    expect((await ask('ann', 'DELETE', '/sessions/one')).status).toBe(200);
    expect((await call('ann', 'two', 'browser_navigate', { url: pages.origin })).status).toBe(200);
  });

  test('downloads of a day', async () => {
    const first = await call('bob', 'one', 'browser_click', { selector: 'text=One' });
    expect(first.body.effects.downloads).toMatchObject([{ name: 'one.bin' }]);
    // A slow one goes on after the click.
    await vi.waitFor(async () => {
      const { body } = await ask('bob', 'GET', '/sessions/one/files');
      expect(JSON.stringify(body)).toContain('one.bin');
    });
    const second = await call('bob', 'one', 'browser_click', { selector: 'text=Two' });
    expect(JSON.stringify(second.body)).toMatch(
      /bob has used 0.67 of 1 MB of downloads today \(quota --user-downloads\), which resets at \d{4}-\d\d-\d\d 00:00 UTC/,
    );
    const { stdout } = await btcp(home, ['token', 'list']);
    expect(stdout).toMatch(/bob, member, last used .*, today \d+\.\d browser minutes and 0\.7 MB/);
  });

  test('minutes of a day: the browser is closed when they are over', async () => {
    await call('zoe', 'one', 'browser_tabs');
    await vi.waitFor(
      async () => {
        const { status, body } = await call('zoe', 'one', 'browser_tabs');
        expect(status).toBe(429);
        expect(body.error.message).toBe('zoe has used 10 of 10 browser minutes today (quota --user-minutes).');
        expect(body.error.hint).toMatch(/^The quota resets at \d{4}-\d\d-\d\d 00:00 UTC/);
      },
      { timeout: 20_000, interval: 200 },
    );
  });
});

describe('the audit log', () => {
  const lines = async (...args: string[]) => (await btcp(home, ['audit', ...args])).stdout;

  test('has one line for each act: who, by which door, what, in which session, and how it ended', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${tokens.bob}`, 'btcp-session': 'two' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit }));
    await client.callTool({ name: 'browser_type', arguments: { selector: '#x', text: 'a secret of bob' } });
    await client.close();
    await ask('bob', 'GET', '/browser/status');
    await ask('owner', 'POST', '/sessions/own/tools/browser_close', {});
    const all = await lines();
    expect(all).toMatch(/^\S+Z ann http browser_navigate ann~one ok$/m);
    expect(all).toMatch(/^\S+Z ann http browser_tabs ann~two busy$/m);
    expect(all).toMatch(/^\S+Z ann http DELETE session one ok$/m);
    expect(all).toMatch(/^\S+Z ann workspace POST \/api\/agents - ok$/m);
    expect(all).toMatch(/^\S+Z bob mcp browser_type mcp:bob~two busy$/m);
    expect(all).toMatch(/^\S+Z bob http GET \/browser\/status - 403$/m);
    expect(all).toMatch(/^\S+Z owner http browser_close own ok$/m);
    expect(await lines('zoe')).not.toMatch(/ (?:ann|bob|owner) /);
    expect(readFileSync(join(STATE, 'audit.jsonl'), 'utf8')).not.toMatch(/secret|btcp_|127\.0\.0\.1/);
  });

  test('is for admins', async () => {
    expect((await ask('ann', 'GET', '/api/audit')).status).toBe(403);
    const { entries } = (await ask('owner', 'GET', '/api/audit?user=ann')).body;
    expect(new Set(entries.map(({ user }: { user: string }) => user))).toEqual(new Set(['ann']));
  });
});
