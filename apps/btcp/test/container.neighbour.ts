import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from './deploy/proxies.ts';

const run = promisify(execFile);

/** Built from the Dockerfile, such as `localhost/btcp`. */
const IMAGE = process.env.BTCP_IMAGE ?? '';
/** With flags of its own where the machine needs them: `podman --runtime runc`. */
const [TOOL = '', ...TOOL_FLAGS] = (process.env.BTCP_CONTAINER_TOOL ?? 'docker').split(' ');
const RUN_FLAGS = (process.env.BTCP_CONTAINER_FLAGS ?? '').split(' ').filter(Boolean);
const NAME = `btcp-test-${process.pid}`;

/** As in compose.yaml. */
const CONFINED = [
  ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--security-opt', 'seccomp=seccomp.json'],
  ...['--shm-size', '1g', '--volume', `${NAME}:/data`],
];

const tool = async (...parameters: string[]) => (await run(TOOL, [...TOOL_FLAGS, ...parameters])).stdout;

let url: string;
let token: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const reachable = ['--publish', `127.0.0.1:${port}:4700`, '--env', `BTCP_PUBLIC_URL=${url}`];
  await tool('run', '--detach', '--name', NAME, ...CONFINED, ...reachable, ...RUN_FLAGS, IMAGE);
  await isServing();
  token = await tokenInside();
});
afterAll(async () => {
  await tool('rm', '--force', NAME);
  await tool('volume', 'rm', NAME);
});

const isServing = () =>
  vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), { timeout: 60_000, interval: 500 });

async function tokenInside(): Promise<string> {
  return JSON.parse(await tool('exec', NAME, 'btcp', 'token', '--json')).token;
}

async function call(name: string, input: object): Promise<string> {
  const response = await fetch(`${url}/sessions/a/tools/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return response.text();
}

test('the process is not root, has no capability, and runs Chrome in its sandbox', async () => {
  expect((await tool('exec', NAME, 'id', '--user')).trim()).toBe('10001');
  const status = await tool('exec', NAME, 'cat', '/proc/1/status');
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^Seccomp:\s+2$/m);
  expect(await tool('exec', NAME, 'btcp', 'doctor')).toMatch(/^Sandbox +on$/m);
});

test('an agent drives a page', async () => {
  expect(await call('browser_navigate', { url: 'data:text/html,<title>Box</title><h1>Hello box</h1>' })).toContain(
    'Box',
  );
  expect(await call('browser_snapshot', {})).toContain('Hello box');
});

test('the health check of the image passes', async () => {
  const described = JSON.parse(await tool('image', 'inspect', IMAGE));
  const { Test: check = [] } =
    described[0].Config.Healthcheck ?? described[0].HealthCheck ?? described[0].Healthcheck ?? {};
  expect(check[0]).toBe('CMD');
  await tool('exec', NAME, ...check.slice(1));
});

test('the volume keeps token and workspace over a restart', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const made = await fetch(`${url}/api/agents`, { method: 'POST', headers, body: '{"name":"Kept"}' });
  expect(made.status).toBe(201);
  await tool('restart', '--time', '10', NAME);
  await isServing();
  expect(await tokenInside()).toBe(token);
  expect(await (await fetch(`${url}/api/agents`, { headers })).text()).toContain('Kept');
});
