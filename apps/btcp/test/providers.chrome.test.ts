import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppEvent } from '../src/contract/types.ts';
import type { Asked } from './providers/dialect.ts';
import { type Provider, serveProvider } from './providers/serve-provider.ts';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const SHOP = `<title>Shop</title><h1>Shop</h1><p id="state">The cart is empty.</p>
<ul>${Array.from({ length: 40 }, (_, row) => `<li>Lamp ${row}, of brass and of glass, for any room <button onclick="state.textContent = 'In the cart: lamp ${row}'">Add ${row}</button></li>`).join('')}</ul>`;

const home = new TestHome();
let site: PageServer;
let provider: Provider;
let workspace: Workspace;
let agent: string;

beforeAll(async () => {
  site = await servePages({ '/': SHOP, '/other': SHOP });
  provider = await serveProvider();
  workspace = await Workspace.start(home, {
    OPENAI_API_KEY: 'key-of-the-environment-1',
    OPENAI_BASE_URL: `${provider.origin}/v1`,
    ANTHROPIC_API_KEY: 'key-of-the-environment-2',
    ANTHROPIC_BASE_URL: provider.origin,
    GOOGLE_GENERATIVE_AI_API_KEY: 'key-of-the-environment-3',
  });
  const { body } = await workspace.ask('POST', '/agents', { name: 'Shopper' });
  agent = body.slug;
});
afterAll(async () => {
  await workspace.stop();
  await provider[Symbol.asyncDispose]();
  await site.close();
  home[Symbol.dispose]();
});

// Gives a task in a session of its own, and waits for its end.
async function run(task: string) {
  const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
  const path = `/agents/${agent}/sessions/${session.id}`;
  const events = await workspace.events(path);
  await events.next('state');
  await workspace.ask('POST', `${path}/messages`, { text: task });
  const { run } = await workspace.until(agent, session.id, 'idle', 'failed', 'limit');
  await events.next('run', (event) => event.run.state === run.state);
  events.close();
  return { run, path, events: events.all, state: await workspace.state(path) };
}

function refIn({ results }: Asked, element: string): string {
  const line = results
    .join('\n')
    .split('\n')
    .findLast((each) => each.includes(element));
  return `@${/@(\w+)/.exec(line ?? '')?.[1]}`;
}

function sameStart(text: string, before: string): number {
  let length = 0;
  while (length < before.length && text[length] === before[length]) length++;
  return length;
}

const isDelta = (event: AppEvent) => event.type === 'delta';

test.each([
  { name: 'openai-compatible', path: '/v1', key: 'key-of-a-person-1', pictures: 0 },
  { name: 'openai', path: '/v1', key: undefined, expected: 'key-of-the-environment-1', pictures: 1 },
  { name: 'anthropic', path: undefined, key: undefined, expected: 'key-of-the-environment-2', pictures: 1 },
  { name: 'google', path: '/v1beta', key: 'key-of-a-person-2', pictures: 1 },
])(
  '$name runs a task over the wire: streamed, with several calls at once, and pictures where it takes them',
  async ({ name, path, key, expected = key, pictures }) => {
    const set = { provider: name, model: 'gemini-3-or-any', key, baseUrl: path && provider.origin + path };
    const saved = await workspace.ask('PUT', '/settings', set);
    expect(saved.body).toMatchObject({ provider: name, hasKey: true, missing: null });
    provider.play(
      [['browser_navigate', { url: site.origin }]],
      [
        ['browser_snapshot', {}],
        ['browser_screenshot', {}],
      ],
      (asked) => [['browser_click', { selector: refIn(asked, 'button "Add 3"') }]],
      (asked) => `Done: ${/In the cart: lamp \d/.exec(asked.results.at(-1) ?? '')}`,
    );
    const { run: end, state, events } = await run('Put lamp 3 into the cart');
    expect(end).toEqual({ state: 'idle' });
    expect(state.messages[1]).toMatchObject({
      parts: [
        { name: 'browser_navigate', state: 'done' },
        { name: 'browser_snapshot', state: 'done' },
        { name: 'browser_screenshot', state: 'done', images: [expect.any(String)] },
        { name: 'browser_click', state: 'done', summary: 'Click button "Add 3"' },
        { type: 'text', text: 'Done: In the cart: lamp 3' },
      ],
      usage: { input: 400, output: 40, cached: 160 },
    });
    expect(events.filter(isDelta).length).toBeGreaterThan(0);
    expect(provider.asked.map(({ pictures: sent }) => sent)).toEqual([0, 0, pictures, pictures]);
    for (const asked of provider.asked) {
      expect(asked.key).toBe(expected);
      expect(asked.tools).toContain('browser_snapshot');
    }
    // A second message goes over the same wire with all that was said.
    provider.play('You are welcome.');
    await workspace.ask('POST', `/agents/${agent}/sessions/${state.session.id}/messages`, { text: 'Thanks' });
    await expect.poll(() => provider.asked.length).toBe(1);
    expect(provider.asked[0]?.results).toHaveLength(4);
    await workspace.until(agent, state.session.id, 'idle');
  },
);

test('keys are in no answer, no log and no file of the workspace', async () => {
  const { body: config } = await workspace.ask('GET', '/config');
  const written = readdirSync(join(home.path, 'data', 'workspace'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('');
  expect(written).toContain('Put lamp 3 into the cart');
  for (const place of [JSON.stringify(config), workspace.server.log, written]) {
    expect(place).not.toMatch(/key-of-(a-person|the-environment)/);
  }
});

test.each([
  ['openai-compatible', '/v1'],
  ['anthropic', '/v1'],
])('%s reads old views of a page as one line each, and the newest whole', async (name, path) => {
  await workspace.ask('PUT', '/settings', { provider: name, model: 'm', key: 'k', baseUrl: provider.origin + path });
  const look: [string, object][] = [['browser_snapshot', {}]];
  const picture: [string, object][] = [['browser_screenshot', {}]];
  const add = (row: number) => (asked: Asked) =>
    [['browser_click', { selector: refIn(asked, `button "Add ${row}"`) }]] as [string, object][];
  provider.play(
    [['browser_navigate', { url: `${site.origin}/other` }]],
    look,
    [['browser_navigate', { url: site.origin }]],
    ...Array.from({ length: 8 }, (_, row) => [look, row === 3 || row === 6 ? picture : add(row)]).flat(),
    look,
    'Done.',
  );
  const { run: end, path: session } = await run('Fill the cart');
  expect(end).toEqual({ state: 'idle' });
  expect(provider.asked).toHaveLength(21);
  const last = provider.asked.at(-1);
  const views = (asked: Asked | undefined) => asked?.results.filter((text) => text.includes('- heading "Shop"')) ?? [];
  // One of each page.
  expect(views(last)).toHaveLength(2);
  expect(views(last).at(-1)).toContain('In the cart: lamp 7');
  expect(last?.results.filter((text) => text.startsWith('An older view of the page was removed here'))).toHaveLength(
    name === 'anthropic' ? 9 : 8,
  );
  expect(last?.pictures).toBe(name === 'anthropic' ? 1 : 0);
  expect(last?.results).toHaveLength(20);
  // Less than half of what all of it would be, and most of each request is what the provider has just read.
  const read = provider.asked.map(({ results }) => results.join('\n'));
  const asItCame = provider.asked.map(({ results }) => results.at(-1) ?? '');
  const whole = provider.asked.map((_, step) => asItCame.slice(0, step + 1).join('\n'));
  const known = read.map((text, step) => sameStart(text, read[step - 1] ?? ''));
  expect(read.join('').length).toBeLessThan(whole.join('').length / 2);
  expect(known.reduce((sum, length) => sum + length)).toBeGreaterThan(read.join('').length / 2);

  // What was said before is read as short, also by the next run.
  provider.play('You are welcome.');
  await workspace.ask('POST', `${session}/messages`, { text: 'Thanks' });
  await expect.poll(() => provider.asked.length).toBe(1);
  expect(views(provider.asked[0])).toHaveLength(2);
});
