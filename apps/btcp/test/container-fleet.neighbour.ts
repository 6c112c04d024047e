import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buttonOf, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FleetStatus } from '../src/contract/fleet.ts';
import { ComposeProject, containerTool } from './deploy/compose.ts';
import type { RunningServer } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const PATIENT = { timeout: 120_000, interval: 500 };
const GATEWAYS = ['gateway-1', 'gateway-2'];
// Inside of a container, where nothing else listens.
const MODEL_PORT = 9_100;

// Each gateway has the model: nothing outside of the containers is reached.
const MODEL_SOURCE = readFileSync(createRequire(import.meta.url).resolve('example-model/scripted-model'), 'utf8');
const MODEL = `${MODEL_SOURCE}
  await serveScriptedModel([
    [['browser_navigate', { url: 'data:text/html,<title>Shop</title><h1>Lamps</h1>' }]],
    [['browser_request_user', { message: 'Please look at the shop', purpose: 'other' }]],
    [['browser_snapshot', {}]],
    'I have seen it.',
  ], undefined, undefined, ${MODEL_PORT});
  console.log('listening');`;
const compose = new ComposeProject('btcp-fleet-test', 'deploy/fleet/compose.yaml');

let url: string;
let token: string;
let person: Browser;
const inside: ChildProcess[] = [];

async function startModel(gateway: string): Promise<void> {
  const command = ['node', '--input-type=module', '--eval', MODEL];
  const started = compose.start(gateway, command, ['ignore', 'pipe', 'inherit']);
  inside.push(started);
  // podman-compose has words of its own before it.
  await new Promise<void>((resolve, reject) => {
    started.stdout?.setEncoding('utf8').on('data', (said: string) => said.includes('listening') && resolve());
    started.on('exit', () => reject(new Error(`No model listens in ${gateway}.`)));
  });
}

async function fleetStatus(): Promise<FleetStatus> {
  const response = await fetch(`${url}/fleet`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as FleetStatus;
}

beforeAll(async () => {
  vi.stubEnv('OPENAI_BASE_URL', `http://127.0.0.1:${MODEL_PORT}/v1`);
  vi.stubEnv('OPENAI_API_KEY', 'none');
  vi.stubEnv('MODEL', 'scripted');
  url = await compose.up();
  await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), PATIENT);
  const said = await compose.exec('gateway-1', 'sh', '-c', 'echo "token=$(cat /secrets/token)"');
  token = /^token=(\S+)$/m.exec(said)?.[1] ?? '';
  await vi.waitFor(async () => {
    const { gateways, workers } = await fleetStatus();
    expect({ gateways: gateways.length, workers: workers.length }).toEqual({ gateways: 2, workers: 3 });
  }, PATIENT);
  for (const gateway of GATEWAYS) await startModel(gateway);
  person = await startChrome(['--ignore-certificate-errors']);
});
afterAll(async () => {
  await person?.close();
  await compose.down();
  for (const each of inside) each.kill();
});

test('the container of a worker is killed while a person drives: the person learns it, the session comes back, the agent goes on', async () => {
  const workspace = new Workspace({ url, token } as RunningServer);
  const { agent, session, path } = await workspace.begin('Shopper');
  const page = await person.newPage();
  page.setDefaultTimeout(PATIENT.timeout);
  const reads = (words: string) =>
    page.waitForFunction(
      (text) => {
        const shadow = document.querySelector('.window')?.shadowRoot;
        return `${document.body.textContent}${shadow?.textContent}`.includes(text);
      },
      {},
      words,
    );
  await page.goto(`${url}${path}#token=${token}`);
  await workspace.ask('POST', `${path}/messages`, { text: 'Look at the shop' });
  await reads('Please look at the shop');
  await buttonOf(page, 'Take over').click();
  await reads('You are driving');

  const ownerOf = async () => {
    const { sessions } = await fleetStatus();
    return sessions.find((each) => each.session === `${agent}/${session}`)?.worker ?? '';
  };
  const owner = await ownerOf();
  // A worker's name begins with that of its machine, which is the container's id.
  const [container = ''] = owner.split('.');
  const readMetrics = `const { token } = JSON.parse(require('node:child_process').execSync('btcp token --json'));
    fetch('http://127.0.0.1:4700/metrics', { headers: { authorization: 'Bearer ' + token } })
      .then((response) => response.text()).then(console.log);`;
  await vi.waitFor(async () => {
    expect(await containerTool('exec', container, 'node', '--eval', readMetrics)).toMatch(
      /^btcp_fleet_checkpoints_total [1-9]/m,
    );
  }, PATIENT);
  const shown = Promise.all([reads('Reconnecting…'), reads('You were driving')]);
  await containerTool('kill', container);
  await shown;

  await reads('I have seen it.');
  const { messages } = await workspace.state(path);
  expect(messages.at(-1)?.parts).toMatchObject([
    { name: 'browser_navigate', state: 'done' },
    { name: 'browser_request_user', state: 'failed', error: { code: 'browser_lost' } },
    { name: 'browser_snapshot', state: 'done', text: expect.stringMatching(/restored after the browser was lost/) },
    { type: 'text', text: 'I have seen it.' },
  ]);
  expect(JSON.stringify(messages)).toContain('heading \\"Lamps');
  expect(['', owner]).not.toContain(await ownerOf());
  // The person finds the page again, and can drive.
  await reads('No one is driving');
  await buttonOf(page, 'Take over').click();
  await reads('You are driving');
});
