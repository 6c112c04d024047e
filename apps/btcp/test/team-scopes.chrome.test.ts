import { type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let inside: PageServer;
let outside: PageServer;
let outsideRequests = 0;
let server: RunningServer;

beforeAll(async () => {
  inside = await servePages({
    '/': '<title>Inside</title><h1>Inside</h1>',
    '/with': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>With</title><img alt="far" src="${outside.origin}/"><h1>With</h1>`);
    },
  });
  outside = await servePages({
    '/': (_, response) => {
      outsideRequests++;
      response.setHeader('content-type', 'text/html');
      response.end('<title>Outside</title><h1>Outside</h1>');
    },
  });
  server = await serve(home, SHARED_CHROME);
});
afterAll(async () => {
  await server.stop();
  await Promise.all([inside.close(), outside.close()]);
  home[Symbol.dispose]();
});

async function create(...args: string[]): Promise<string> {
  const { stdout, stderr } = await btcp(home, ['token', 'create', ...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout).token;
}

// The status of an answer, and its text in one line.
async function ask(token: string, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return `${response.status} ${await response.text()}`;
}

const call = (token: string, session: string, tool: string, input: object = {}) =>
  ask(token, 'POST', `/sessions/${session}/tools/${tool}`, input);

async function mcp<T>(token: string, use: (client: Client) => Promise<T>, headers = {}): Promise<T> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('a token that is limited to tools', () => {
  let token: string;
  beforeAll(async () => {
    token = await create('ann', '--only-tools', 'seeing,browser_navigate');
  });

  test('calls these over HTTP, and is refused with its scope for others, also as a step of a batch', async () => {
    expect(await call(token, 'shop', 'browser_navigate', { url: inside.origin })).toMatch(/^200 /);
    expect(await call(token, 'shop', 'browser_snapshot')).toContain('Inside');
    const refused = await call(token, 'shop', 'browser_click', { selector: 'h1' });
    expect(refused).toMatch(/^403 /);
    expect(refused).toContain('browser_click is outside the scope of this token (tools: seeing, browser_navigate)');
    expect(refused).toContain('ask an admin for a token with --only-tools');
    const steps = { steps: [{ tool: 'browser_evaluate', arguments: { script: '1' } }] };
    expect(await call(token, 'shop', 'browser_batch', steps)).toMatch(/^403 .*outside the scope/);
    expect(await call(token, 'shop', 'browser_nonsense')).toMatch(/^404 /);
  });

  test('lists these alone over MCP, and is refused with its scope for others', async () => {
    await mcp(token, async (client) => {
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['browser_navigate', 'browser_snapshot', 'browser_get_text']));
      expect(names).not.toContain('browser_click');
      await expect(client.callTool({ name: 'browser_click', arguments: { selector: 'h1' } })).rejects.toThrow(
        'browser_click is outside the scope of this token (tools: seeing, browser_navigate)',
      );
    });
  });
});

describe('a token that is limited to hosts', () => {
  let token: string;
  beforeAll(async () => {
    token = await create('ann', '--only-hosts', new URL(inside.origin).host);
  });

  test('has browsers that reach these alone, whatever a page asks for', async () => {
    expect(await call(token, 'shop', 'browser_navigate', { url: inside.origin })).toMatch(/^200 .*Inside/);
    const refused = await call(token, 'shop', 'browser_navigate', { url: outside.origin });
    expect(refused).toMatch(/^403 /);
    expect(refused).toContain(`outside the scope of the token (hosts: ${new URL(inside.origin).host})`);
    await call(token, 'shop', 'browser_navigate', { url: `${inside.origin}/with` });
    expect(outsideRequests).toBe(0);
  });

  test('has sessions of its own: the browsers of a wider token are out of its reach', async () => {
    const wide = await create('ann');
    expect(await call(wide, 'trip', 'browser_navigate', { url: outside.origin })).toMatch(/^200 .*Outside/);
    expect(await call(token, 'trip', 'browser_tabs')).toContain('about:blank');
    const list = await btcp(home, ['token', 'list']);
    expect(list.stdout).toContain(`ann, member (hosts: ${new URL(inside.origin).host})`);
  });

  test('is refused over MCP too', async () => {
    await mcp(token, async (client) => {
      const { content, isError } = await client.callTool({
        name: 'browser_navigate',
        arguments: { url: outside.origin },
      });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain('outside the scope of the token');
    });
  });
});

describe('a token that is limited to sessions', () => {
  let token: string;
  beforeAll(async () => {
    token = await create('ann', '--sessions', 'shop,test-*');
  });

  test('uses these alone, at every door', async () => {
    expect(await ask(token, 'GET', '/sessions/shop/files')).toMatch(/^200 /);
    expect(await ask(token, 'GET', '/sessions/test-7/files')).toMatch(/^200 /);
    const refused = await ask(token, 'GET', '/sessions/other/files');
    expect(refused).toMatch(/^403 /);
    expect(refused).toContain('Session \\"other\\" is outside the scope of this token (sessions: shop, test-*)');
    expect(await call(token, 'other', 'browser_tabs')).toMatch(/^403 /);
    expect(await ask(token, 'GET', '/sessions/sho/events')).toMatch(/^403 /);
  });

  test('names one of these over MCP', async () => {
    await expect(mcp(token, (client) => client.listTools())).rejects.toThrow();
    const { tools } = await mcp(token, (client) => client.listTools(), { 'btcp-session': 'test-1' });
    expect(tools.length).toBeGreaterThan(10);
    await expect(mcp(token, (client) => client.listTools(), { 'btcp-session': 'mine' })).rejects.toThrow();
  });

  test('does not open the workspace, nor sign in there', async () => {
    expect(await ask(token, 'GET', '/api/agents')).toMatch(/^403 .*which is limited \(sessions: shop, test-\*\)/);
    expect(await ask('', 'POST', '/api/login', { token })).toMatch(/^403 /);
  });
});

test('limits that cannot be are rejected when the token is created', async () => {
  const wrong = async (...args: string[]) => (await btcp(home, ['token', 'create', ...args])).stderr;
  expect(await wrong('ann', '--only-tools', 'browser_fly')).toContain('There is no tool "browser_fly"');
  expect(await wrong('ann', '--only-hosts', 'not a host')).toContain('"not a host" is not a host.');
  expect(await wrong('ann', '--role', 'admin', '--only-tools', 'safe')).toContain(
    'A token of role admin cannot be limited.',
  );
});
