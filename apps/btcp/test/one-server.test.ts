import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { btcp, type RunningServer, serve, TestHome } from './run-btcp.ts';

const TOKEN = 'a-token-0f-its-0wn-2049';

const home = new TestHome();
// Without a server of its own: it knows the one of `home` only by address.
const stranger = new TestHome();
let server: RunningServer;

beforeAll(async () => {
  server = await serve(home, ['--token', TOKEN]);
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
  stranger[Symbol.dispose]();
});

const stateFile = (folder: string) => join(folder, 'state', 'server.json');
const registered = () => JSON.parse(readFileSync(stateFile(home.path), 'utf8'));

async function end(other: RunningServer): Promise<void> {
  expect(await other.stop()).toBe(0);
}

describe('a second server on the same data', () => {
  test.each([
    ['as a person starts it', ['--port', '0']],
    ['as a command starts it', ['--port', '0', '--linger', '60s']],
    ['on the port of the first', []],
  ])('%s is refused, with the one that runs and what to do', async (_, flags) => {
    const args = flags.length > 0 ? flags : ['--port', new URL(server.url).port];
    const { code, stdout, stderr } = await btcp(home, ['serve', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const { pid } = server.process;
    const [said, next] = stderr.split('\n');
    expect(said).toBe(`A server is already running with this data: process ${pid} at ${server.url}.`);
    expect(next).toMatch(
      new RegExp(`^Use it \\(.+ token prints a link to it\\), end it with .*kill.* ${pid}, or give`),
    );
    expect(next).toMatch(/BTCP_DATA and BTCP_STATE\.$/);
    expect(registered()).toMatchObject({ pid, url: server.url });
  });

  test('is an error as JSON on request', async () => {
    const { code, stdout, stderr } = await btcp(home, ['serve', '--port', '0', '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ success: false, error: { code: 'busy' } });
  });

  test('of two that start at once, one is refused', async () => {
    using own = new TestHome();
    const both = await Promise.allSettled([serve(own), serve(own)]);
    // The first line of one that is refused is its error.
    const started = both.flatMap((each) => (each.status === 'fulfilled' && each.value.url ? [each.value] : []));
    expect(started).toHaveLength(1);
    for (const each of started) await end(each);
  });

  test('is free with other data or another state, and the first stays registered', async () => {
    const others = await Promise.all(
      ['BTCP_DATA', 'BTCP_STATE'].map((name) => serve(home, [], { [name]: join(home.path, 'own', name) })),
    );
    expect(registered()).toMatchObject({ url: server.url });
    for (const other of others) await end(other);
    expect(registered()).toMatchObject({ url: server.url });
  });

  test('starts where the first has died, and where another process has its pid', async () => {
    using own = new TestHome();
    const killed = await serve(own);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const state = JSON.parse(readFileSync(stateFile(own.path), 'utf8'));
    expect(state.pid).toBe(killed.process.pid);
    await end(await serve(own));
    mkdirSync(join(own.path, 'state'), { recursive: true });
    writeFileSync(stateFile(own.path), JSON.stringify({ ...state, pid: process.pid }));
    await end(await serve(own));
  });

  test('the host of an agent is no second server', async () => {
    await server.post('/api/agents', { name: 'apart', host: { kind: 'process' } });
    const session = '/api/agents/apart/sessions/any';
    await server.post(`${session}/links`);
    expect(await server.post(`${session}/tools/browser_close`)).toMatchObject({ status: 200 });
    expect(registered()).toMatchObject({ pid: server.process.pid });
  });
});

// Every command that asks a server, and what it writes there if the token is right.
const COMMANDS: [string, string[], string][] = [
  ['a verb', ['close', '--session', 'none'], 'No browser was open.'],
  ['call', ['call', 'browser_close', '--session', 'none'], 'No browser was open.'],
  ['batch', ['batch'], 'No browser was open.'],
  ['repl', ['repl'], 'No browser was open.'],
  ['sessions', ['sessions', '--json'], '"success":true'],
  ['share', ['share', 'none'], '/live#session=none&code='],
  ['show', ['show', 'none'], '/live#session=none&code='],
  ['state', ['state', 'list', '--agent', 'keeper', '--json'], '"states":[]'],
  ['replay', ['replay', 'RECORDING', '--json'], '"steps":0'],
  ['token', ['token', '--json'], '#code='],
];

describe('--url, --token and the saved token mean the same in', () => {
  const recording = join(home.path, 'empty.btcp.json');
  beforeAll(async () => {
    await server.post('/api/agents', { name: 'keeper' });
    writeFileSync(recording, JSON.stringify({ btcp: 1, title: 'Nothing', actions: [] }));
  });

  test.each(COMMANDS)('%s', async (_, given, expected) => {
    const line = given.map((word) => word.replace('RECORDING', recording));
    const run = (from: TestHome, flags: string[], environment: NodeJS.ProcessEnv = {}) =>
      btcp(from, [...line, ...flags], environment, 'close --session none\n');
    const right = { code: 0, stdout: expect.stringContaining(expected) };
    const ways = await Promise.all([
      run(home, []),
      run(stranger, ['--url', server.url, '--token', TOKEN]),
      run(stranger, [], { BTCP_URL: server.url, BTCP_TOKEN: TOKEN }),
    ]);
    expect(ways).toEqual(ways.map(() => expect.objectContaining(right)));
  });

  test('one without the other: the saved token with --url, and --token with the server that runs', async () => {
    const wrong = { code: 1, stderr: expect.stringContaining('no valid token') };
    expect(await btcp(home, ['sessions', '--url', server.url])).toMatchObject({ code: 0 });
    expect(await btcp(home, ['sessions', '--token', TOKEN])).toMatchObject({ code: 0 });
    expect(await btcp(home, ['close', '--token', 'wrong'])).toMatchObject(wrong);
    expect(await btcp(home, ['sessions'], { BTCP_TOKEN: 'wrong' })).toMatchObject(wrong);
  });

  test('the saved token goes to no other server', async () => {
    const received: (string | undefined)[] = [];
    const other = createServer(({ headers }, response) => {
      received.push(headers.authorization);
      response.end('{"sessions":[]}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await btcp(home, ['sessions', '--url', `http://127.0.0.1:${port}`]);
    expect(received).toEqual([undefined]);
    other.close().closeAllConnections();
  });
});
