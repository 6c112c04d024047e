import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let server: RunningServer;

beforeAll(async () => {
  server = await serve(home, SHARED_CHROME);
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
});

// As it is written: `fetch` would tidy the path up.
async function statusOf(path: string): Promise<number> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.token}\r\nconnection: close\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return Number(answer.split(' ')[1]);
}

test.each([
  '..%2f',
  '..%2findex.html',
  '%2e%2e/%2e%2e/package.json',
  '..%5cindex.html',
  'a%00.js',
  '%',
  'no-such.js',
  '',
])('/assets/%s is 404 (T7)', async (path) => {
  expect(await statusOf(`/assets/${path}`)).toBe(404);
});

test.each(['/', '/live', '/agents/any/sessions/one', '/pages/any'])(
  'the page at %s is framed by nobody, and runs no script but its own (T14, T15)',
  async (path) => {
    const { headers } = await fetch(server.url + path);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('a browser does not open the server that runs it, by name or from a page (T5)', async () => {
  for (const url of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
    expect(await server.post('/sessions/a/tools/browser_navigate', { url })).toMatchObject({
      status: 403,
      body: { error: { code: 'denied', message: expect.stringContaining('it is the server of this browser') } },
    });
  }
});

test('a Chrome without a sandbox is reported in one loud line (T23)', async () => {
  await server.post('/sessions/a/tools/browser_snapshot');
  await server.post('/sessions/b/tools/browser_snapshot');
  const lines = () => server.log.split('\n').filter((line) => line.includes('WITHOUT its sandbox'));
  // The log may arrive later than the answers.
  if (process.getuid?.() === 0) await vi.waitFor(() => expect(lines()).toHaveLength(1));
  expect(lines().length).toBeLessThanOrEqual(1);
  for (const line of lines()) expect(line).toMatch(/ warn WARNING: .* root started it/);
});

test('the container runs under a filter of system calls, and with no privileges to gain (T23)', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const options = /security_opt: (\[.*\])/.exec(read('compose.yaml'))?.[1] ?? '[]';
  expect(JSON.parse(options)).toEqual(['no-new-privileges:true', 'seccomp=./seccomp.json']);
  const { syscalls } = JSON.parse(read('seccomp.json')) as { syscalls: { names: string[]; action: string }[] };
  const denied = syscalls.filter(({ action }) => action === 'SCMP_ACT_ERRNO').flatMap(({ names }) => names);
  expect(denied).toEqual(expect.arrayContaining(['bpf', 'init_module', 'kexec_load', 'mount', 'perf_event_open']));
  // The sandbox of Chrome is made of these.
  for (const needed of ['chroot', 'clone', 'clone3', 'unshare']) expect(denied).not.toContain(needed);
});
