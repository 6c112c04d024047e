import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromesOf, processesWith } from '@btcp/test-support';
import { describe, expect, test, vi } from 'vitest';
import { btcp, serve, serveForPerson, TestHome } from './run-btcp.ts';

const GONE = { interval: 100 };

describe('btcp serve', () => {
  test('--json prints the endpoints on one line', async () => {
    using home = new TestHome();
    const server = await serve(home);
    const { port } = new URL(server.url);
    expect(server).toMatchObject({
      url: `http://127.0.0.1:${port}`,
      mcp: `http://127.0.0.1:${port}/mcp`,
      btcp: `ws://127.0.0.1:${port}/btcp`,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    server.process.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });

  test('keeps its token between starts, in a file that only the user can read', async () => {
    using home = new TestHome();
    const first = await serve(home);
    await first.stop();
    const second = await serve(home);
    expect(second.token).toBe(first.token);
    const mode = statSync(join(home.path, 'state', 'token')).mode;
    expect((mode & 0o777).toString(8)).toBe('600');
    await second.stop();
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it and its browsers, and leaves nothing', async (signal) => {
    using home = new TestHome();
    const server = await serveForPerson(home);
    await Promise.all(['a', 'b'].map((id) => server.post(`/sessions/${id}/tools/browser_snapshot`)));
    expect(chromesOf(server.process.pid).length).toBeGreaterThanOrEqual(2);
    server.process.kill(signal);
    expect(await server.ended).toBe(0);
    await vi.waitFor(() => expect(processesWith(home.path)).toEqual([]), GONE);
    expect(leftovers(home)).toEqual([]);
    expect(existsSync(join(home.path, 'state', 'server.json'))).toBe(false);
  });

  test('ends in time even when a page hangs', async () => {
    using home = new TestHome();
    const server = await serveForPerson(home);
    void server
      .post('/sessions/a/tools/browser_navigate', { url: 'data:text/html,<script>for(;;);</script>' })
      .catch(() => {});
    await vi.waitFor(() => expect(chromesOf(server.process.pid).length).toBeGreaterThanOrEqual(1), GONE);
    server.process.kill('SIGINT');
    expect(await server.ended).toBe(0);
    await vi.waitFor(() => expect(processesWith(home.path)).toEqual([]), GONE);
  });

  test('after kill -9 no Chrome remains, and the next start removes the profile', async () => {
    using home = new TestHome();
    const server = await serveForPerson(home);
    await server.post('/sessions/a/tools/browser_snapshot');
    expect(leftovers(home)).toHaveLength(1);
    server.process.kill('SIGKILL');
    await server.ended;
    await vi.waitFor(() => expect(processesWith(home.path)).toEqual([]), GONE);
    const next = await serveForPerson(home);
    await next.post('/sessions/a/tools/browser_snapshot');
    const own = expect.stringMatching(new RegExp(`^${next.process.pid}-`));
    await vi.waitFor(() => expect(leftovers(home)).toEqual([own]), GONE);
    await next.stop();
  });

  test('a port in use is a clear error', async () => {
    using home = new TestHome();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await btcp(home, ['serve', '--port', String(port)])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} of 127.0.0.1 is in use.\nChoose another with --port N, or a free one with --port 0.\n`,
    });
    other.close();
  });

  test('--no-auth has no token on loopback, and is refused beyond it', async () => {
    using home = new TestHome();
    const server = await serve(home, ['--no-auth']);
    expect(server.token).toBeNull();
    const response = await fetch(`${server.url}/sessions/a/tools/browser_close`, { method: 'POST' });
    expect(response.status).toBe(200);
    await server.stop();
    expect(await btcp(home, ['serve', '--no-auth', '--host', '0.0.0.0', '--port', '0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--no-auth cannot be used with --host 0.0.0.0'),
    });
  });

  test('settings come from flags, then the environment, then the config file', async () => {
    using home = new TestHome();
    mkdirSync(join(home.path, 'state'), { recursive: true });
    const config = join(home.path, 'config.json');
    writeFileSync(config, JSON.stringify({ port: 'from the file' }));
    const port = async (args: string[], environment: NodeJS.ProcessEnv) =>
      (await btcp(home, ['serve', ...args], environment)).stderr;
    expect(await port([], { BTCP_CONFIG: config })).toContain('--port is "from the file"');
    expect(await port([], { BTCP_CONFIG: config, BTCP_PORT: 'from the environment' })).toContain(
      '--port is "from the environment"',
    );
    expect(await port(['--port', 'from the flag'], { BTCP_PORT: 'from the environment' })).toContain(
      '--port is "from the flag"',
    );
    writeFileSync(config, '{"prot": 1}');
    expect(await port([], { BTCP_CONFIG: config })).toContain('it has no setting "prot"');
  });
});

describe('btcp call', () => {
  test('starts a server when none runs; later calls use it, and it ends after its last browser', async () => {
    using home = new TestHome();
    const page = { url: 'data:text/html,<title>Kept</title><button>Go</button>' };
    const first = await btcp(home, ['call', 'browser_navigate', JSON.stringify(page), '--session', 's1'], {
      // Shorter than a command needs to call the server that it has started.
      BTCP_LINGER: '1ms',
    });
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"Kept"'),
      stderr: expect.stringContaining('Started a server'),
    });
    const second = await btcp(home, ['call', 'browser_snapshot', '--session', 's1']);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('button "Go" @e1'), stderr: '' });
    await btcp(home, ['call', 'browser_close', '--session', 's1']);
    await vi.waitFor(() => expect(existsSync(join(home.path, 'state', 'server.json'))).toBe(false), GONE);
    await vi.waitFor(() => expect(leftovers(home)).toEqual([]), GONE);
  });

  test('two at once start one server between them', async () => {
    using home = new TestHome();
    const both = ['a', 'b'].map((session) =>
      btcp(home, ['call', 'browser_snapshot', '--session', session], { BTCP_LINGER: '1ms' }),
    );
    const started = (await Promise.all(both)).filter(({ stderr }) => stderr.includes('Started a server'));
    expect(started).toHaveLength(1);
    for (const session of ['a', 'b']) await btcp(home, ['call', 'browser_close', '--session', session]);
    await vi.waitFor(() => expect(existsSync(join(home.path, 'state', 'server.json'))).toBe(false), GONE);
  });

  test('a failed call has exit code 1 and its error as JSON on request', async () => {
    using home = new TestHome();
    const server = await serve(home);
    const outcome = await btcp(home, ['call', 'browser_navigate', '{"url":"http://127.0.0.1:1024"}', '--json']);
    expect(outcome).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ success: false, error: { code: 'navigation_failed' } });
    await server.stop();
  });

  test('a server that is not there is a clear error', async () => {
    using home = new TestHome();
    expect(await btcp(home, ['call', 'browser_close', '--url', 'http://127.0.0.1:1024'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No server answers at http://127.0.0.1:1024'),
    });
  });
});

describe('btcp doctor', () => {
  test('finds a browser and starts it for real', async () => {
    using home = new TestHome();
    const { code, stdout } = await btcp(home, ['doctor', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).checks).toEqual([
      { name: 'Browser', ok: true, found: expect.any(String) },
      { name: 'Version', ok: true, found: expect.stringMatching(/Chrom\w+\/\d+/) },
      { name: 'Launch', ok: true, found: expect.stringMatching(/^\d+ ms$/) },
      expect.objectContaining({ name: 'Sandbox', ok: true }),
    ]);
  });

  test.each([
    ['/no/such/chrome', 'is not a program that can be run'],
    [process.execPath, 'could not be started'],
  ])('%s as browser is reported, with what to do', async (chrome, message) => {
    using home = new TestHome();
    const { code, stdout } = await btcp(home, ['doctor', '--chrome', chrome]);
    expect(code).toBe(1);
    expect(stdout).toContain(message);
    expect(stdout).toContain('--chrome');
  });
});

test('a call without a browser to be had is a clear error, and the server goes on', async () => {
  using home = new TestHome();
  const server = await serve(home, ['--chrome', '/no/such/chrome']);
  expect(await server.post('/sessions/a/tools/browser_snapshot')).toMatchObject({
    status: 503,
    body: { error: { code: 'browser_unavailable', hint: expect.stringContaining('--chrome') } },
  });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.stop();
});

// The run folders of servers, below the temporary folder of this test.
function leftovers(home: TestHome): string[] {
  const folder = join(home.path, `btcp-${process.getuid?.()}`);
  return existsSync(folder) ? readdirSync(folder) : [];
}
