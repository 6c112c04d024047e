import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const STORED = 'sk-stored-key-that-is-for-home';
const FROM_ENVIRONMENT = 'sk-environment-key-that-is-for-home';
const HOST_TOKEN = 'host-token-that-is-for-home';

// A server that hears everything that is sent to it.
class Listener {
  readonly heard: string[] = [];
  readonly #server: Server;

  constructor(answer: (request: IncomingMessage, response: ServerResponse) => void = refuse) {
    this.#server = createServer((request, response) => {
      this.heard.push(JSON.stringify([request.url, request.headers]));
      answer(request, response);
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function refuse(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}');
}

const homes = [new TestHome(), new TestHome()] as const;
let home: Listener;
let elsewhere: Listener;
let redirecting: Listener;
let unreached: Listener;
let workspace: Workspace;
let closed: Workspace;

beforeAll(async () => {
  home = await new Listener().start();
  elsewhere = await new Listener().start();
  unreached = await new Listener().start();
  redirecting = await new Listener(
    (_, response) => void response.writeHead(307, { location: elsewhere.url }).end(),
  ).start();
  const environment = {
    OPENAI_API_KEY: FROM_ENVIRONMENT,
    OPENAI_BASE_URL: `${home.url}/v1`,
    BTCP_HOST_URL: home.url,
    BTCP_HOST_TOKEN: HOST_TOKEN,
    MODEL: 'model-1',
  };
  workspace = await Workspace.start(homes[0], environment);
  closed = await Workspace.start(homes[1], {}, ['--deny-host', 'localhost']);
});
afterAll(async () => {
  await workspace.stop();
  await closed.stop();
  for (const listener of [home, elsewhere, redirecting, unreached]) listener.close();
  for (const each of homes) each[Symbol.dispose]();
});

const set = (settings: object, on = workspace) => on.ask('PUT', '/settings', settings);

// Lets the model be asked once, and reports how that ended.
async function run(name: string, on = workspace): Promise<string> {
  for (const { heard } of [home, elsewhere, redirecting]) heard.splice(0);
  const { agent, session, path } = await on.begin(name);
  await on.ask('POST', `${path}/messages`, { text: 'Hello' });
  const { run } = await on.until(agent, session, 'failed', 'idle');
  return 'message' in run ? run.message : run.state;
}

test('a stored key goes to the address that it was set for, and is dropped with it', async () => {
  await set({ provider: 'openai-compatible', baseUrl: `${home.url}/v1`, key: STORED });
  await run('stored-1');
  expect(home.heard.join()).toContain(STORED);

  expect((await set({ baseUrl: `${home.url}/v2` })).body, 'another path of the same server').toMatchObject({
    hasKey: true,
  });
  expect((await set({ baseUrl: `${elsewhere.url}/v1` })).body).toMatchObject({ hasKey: false });
  await run('stored-2');
  expect(elsewhere.heard).toHaveLength(1);
  expect(elsewhere.heard.join()).not.toMatch(/sk-|bearer/i);

  expect((await set({ baseUrl: `${home.url}/v1` })).body.hasKey, 'the one of the environment is back').toBe(true);
  await run('stored-3');
  expect(home.heard.join()).toContain(FROM_ENVIRONMENT);
  expect(home.heard.join()).not.toContain(STORED);
});

test('a key does not follow a redirect', async () => {
  for (const provider of ['anthropic', 'google', 'openai', 'openai-compatible']) {
    await set({ provider, model: 'm', baseUrl: `${redirecting.url}/v1`, key: STORED });
    expect(await run(`redirect-${provider}`)).toContain(`redirects to ${elsewhere.url}`);
    expect(redirecting.heard.join(), provider).toContain(STORED);
    expect(elsewhere.heard, provider).toEqual([]);
  }
});

test('the token of a remote host goes to its address and to no other', async () => {
  for (const [name, listener] of Object.entries({ home, elsewhere })) {
    listener.heard.splice(0);
    const { path } = await workspace.begin(`host-${name}`, { kind: 'remote', url: listener.url });
    await workspace.ask('POST', `${path}/tools/browser_snapshot`, {});
    expect(listener.heard.length, name).toBeGreaterThan(0);
    expect(listener.heard.join().includes(HOST_TOKEN), name).toBe(name === 'home');
  }
});

test('addresses that come over the API obey the network policy', async () => {
  const metadata = 'http://169.254.169.254';
  await set({ provider: 'openai-compatible', model: 'm', baseUrl: `${metadata}/v1`, key: STORED });
  expect(await run('metadata')).toContain('The network policy refuses 169.254.169.254');
  const { path } = await workspace.begin('remote-metadata', { kind: 'remote', url: metadata });
  expect(await workspace.ask('POST', `${path}/tools/browser_snapshot`, {})).toMatchObject({
    status: 403,
    body: { error: { code: 'denied', message: expect.stringContaining('The network policy refuses 169.254.169.254') } },
  });

  await set({ provider: 'openai-compatible', model: 'm', baseUrl: `${unreached.url}/v1`, key: STORED }, closed);
  expect(await run('denied', closed)).toContain('127.0.0.0/8 is denied');
  const denied = await closed.begin('remote-denied', { kind: 'remote', url: unreached.url });
  expect((await closed.ask('POST', `${denied.path}/tools/browser_snapshot`, {})).status).toBe(403);
  expect(unreached.heard).toEqual([]);
});
