import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refOf, serveScriptedModel } from 'example-model/scripted-model';
import { expect, test } from 'vitest';
import { run } from './run.ts';
import { serveShop } from './shop.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const samples = [...readme.matchAll(/```js\n(.*?)```/gs)].flatMap(([, code]) => code ?? []);

test('there are two samples', () => {
  expect(samples).toHaveLength(2);
});

test.each(samples.map((code, index) => [index + 1, code] as const))(
  'sample %i runs as it stands',
  async (index, code) => {
    await using shop = await serveShop();
    const model = await serveScriptedModel([
      [['browser_navigate', { url: `${shop.origin}/order?thing=lamp` }]],
      [['browser_snapshot', {}]],
      (messages) => [['browser_click', { selector: refOf(messages, 'button "Place order"') }]],
      (messages) => `The page is ${/Page: "(\w+)"/.exec(String(messages.at(-1)?.content))?.[1]}`,
    ]);
    // Next to this file, so that it finds the packages.
    const file = fileURLToPath(new URL(`sample-${index}.mjs`, import.meta.url));
    writeFileSync(file, code);
    try {
      const { output, errors } = await run(file, [], { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseURL });
      expect(errors).toBe('');
      expect(output).toContain('The page is Order');
    } finally {
      rmSync(file);
      await model.close();
    }
  },
);
