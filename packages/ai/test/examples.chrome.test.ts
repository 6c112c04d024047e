import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { refOf, serveScriptedModel } from 'example-model/scripted-model';
import { afterEach, describe, expect, test } from 'vitest';
import { serveShop } from './shop.ts';

async function run(file: string, words: string[] = [], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise((resolve) => child.on('exit', resolve));
  return { output: await text(child.stdout), errors: await text(child.stderr), code: await code };
}

describe.each(['ai-sdk', 'ai-core'])('the example %s', (name) => {
  const file = fileURLToPath(new URL(`../../../examples/${name}/agent.mjs`, import.meta.url));

  test('shows each step of a demonstration, and ends', async () => {
    const { output, errors, code } = await run(file, ['--demo']);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(output.match(/^→ \w+/gm)).toHaveLength(8);
    expect(output).toMatch(/^→ browser_click \{"selector":"@e\d+"\}\n {2}Clicked link "Order blue lamp"/m);
    expect(output).toMatch(/\nThe shop says: Ordered: blue lamp\.\n$/);
  });

  test('takes a model from the environment, and says what to set where there is none', async () => {
    const { errors, code } = await run(file, ['Do something.']);
    expect(code).toBe(1);
    for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'MODEL', '--demo']) expect(errors).toContain(name);

    const sent: unknown[] = [];
    const model = await serveScriptedModel(['Hello.'], (request) =>
      sent.push([request.model, request.messages.at(-1)]),
    );
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseURL, MODEL: 'mine' };
    expect((await run(file, ['Say', 'hello.'], environment)).output).toContain('Hello.');
    expect(sent).toEqual([['mine', expect.objectContaining({ role: 'user' })]]);
    expect(JSON.stringify(sent)).toContain('Say hello.');
    await model.close();
  });
});

describe('the samples of the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const samples = [...readme.matchAll(/```js\n(.*?)```/gs)].flatMap(([, code]) => code ?? []);
  const file = fileURLToPath(new URL('sample.mjs', import.meta.url));
  afterEach(() => rmSync(file));

  test.each(samples.map((code, index) => [index + 1, code] as const))(
    'sample %i runs as it stands',
    async (_, code) => {
      await using shop = await serveShop();
      const model = await serveScriptedModel([
        [['browser_navigate', { url: `${shop.origin}/order?thing=lamp` }]],
        [['browser_snapshot', {}]],
        (messages) => [['browser_click', { selector: refOf(messages, 'button "Place order"') }]],
        (messages) => `The page is ${/Page: "(\w+)"/.exec(String(messages.at(-1)?.content))?.[1]}`,
      ]);
      writeFileSync(file, code);
      const { output, errors } = await run(file, [], { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseURL });
      await model.close();
      expect(errors).toBe('');
      expect(output).toContain('The page is Order');
    },
  );

  test('there are some', () => {
    writeFileSync(file, '');
    expect(samples.length).toBeGreaterThan(1);
  });
});
