import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ComposeProject, containerTool } from './deploy/compose.ts';

// Built from the Dockerfile, such as `localhost/btcp`; compose.yaml reads the same variable.
const IMAGE = process.env.BTCP_IMAGE ?? '';
const AUTHORITY = '/data/caddy/pki/authorities/local/root.crt';
const PATIENT = { timeout: 60_000, interval: 500 };

let url: string;
let token: string;
let person: Browser;

const compose = new ComposeProject('btcp-test', 'compose.yaml');
const inside = (...command: string[]) => compose.exec('btcp', ...command);
const isServing = () => vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), PATIENT);

beforeAll(async () => {
  vi.stubEnv('BTCP_OIDC_ISSUER', 'https://id.example.com');
  vi.stubEnv('BTCP_OIDC_CLIENT_ID', 'btcp');
  vi.stubEnv('BTCP_OIDC_CLIENT_SECRET', 'secret');
  vi.stubEnv('BTCP_OIDC_MEMBERS', '*');
  url = await compose.up();
  await isServing();
  token = await tokenInside();
  person = await startChrome(['--ignore-certificate-errors']);
});
afterAll(async () => {
  await person?.close();
  await compose.down();
});

async function tokenInside(...parameters: string[]): Promise<string> {
  const [, found = ''] = /"token":"([^"]+)"/.exec(await inside('btcp', 'token', ...parameters, '--json')) ?? [];
  return found;
}

const headersOf = (bearer: string) => ({ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' });

async function call(name: string, input: object, bearer = token): Promise<string> {
  const body = JSON.stringify(input);
  const response = await fetch(`${url}/sessions/a/tools/${name}`, { method: 'POST', headers: headersOf(bearer), body });
  return response.text();
}

test('compose serves https with the certificate of its own authority, and redirects http', async () => {
  const ca = /-----BEGIN[\s\S]*END CERTIFICATE-----/.exec(await compose.exec('caddy', 'cat', AUTHORITY))?.[0];
  const [answer] = (await once(get(`${url}/health`, { ca, rejectUnauthorized: true }), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  expect(answer.statusCode).toBe(200);
  const plain = await fetch(`http://localhost:${process.env.HTTP_PORT}/`, { redirect: 'manual' });
  expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/);
});

test('the address of btcp token signs a person in, and the provider of the settings is offered', async () => {
  const [link = ''] = /https:\/\/localhost:\d+\/#code=[\w-]+/.exec(await inside('btcp', 'token', '--json')) ?? [];
  const page = await person.newPage();
  await page.goto(link);
  await page.waitForSelector('#agent-name');
  await page.close();
  const context = await person.createBrowserContext();
  const stranger = await context.newPage();
  await stranger.goto(url);
  const words = () => stranger.evaluate(() => document.body.textContent);
  await vi.waitFor(async () => expect(await words()).toContain('Sign in with id.example.com'), PATIENT);
  await context.close();
});

test('the process is not root, has no capability, and runs Chrome in its sandbox', async () => {
  expect(await inside('id', '--user')).toMatch(/^10001$/m);
  const status = await inside('cat', '/proc/1/status');
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^Seccomp:\s+2$/m);
  expect(await inside('btcp', 'doctor')).toMatch(/^Sandbox +on$/m);
});

test('an agent drives a page, and a second user sees nothing of the first', async () => {
  const [ann, bob] = [await tokenInside('create', 'ann'), await tokenInside('create', 'bob')];
  const page = { url: 'data:text/html,<title>Box</title><h1>Hello box</h1>' };
  expect(await call('browser_navigate', page, ann)).toContain('Box');
  expect(await call('browser_snapshot', {}, ann)).toContain('Hello box');
  expect(await call('browser_snapshot', {}, bob)).not.toContain('Hello box');
});

test('the health check of the image passes', async () => {
  const described = JSON.parse(await containerTool('image', 'inspect', IMAGE));
  const { Test: check = [] } =
    described[0].Config.Healthcheck ?? described[0].HealthCheck ?? described[0].Healthcheck ?? {};
  expect(check[0]).toBe('CMD');
  await inside(...check.slice(1));
});

test('the volume keeps token and workspace over a restart', async () => {
  const headers = headersOf(token);
  const made = await fetch(`${url}/api/agents`, { method: 'POST', headers, body: '{"name":"Kept"}' });
  expect(made.status).toBe(201);
  await compose.run('restart', '--timeout', '10', 'btcp');
  await isServing();
  expect(await tokenInside()).toBe(token);
  expect(await (await fetch(`${url}/api/agents`, { headers })).text()).toContain('Kept');
});
