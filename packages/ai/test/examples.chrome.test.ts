import { fileURLToPath } from 'node:url';
import { serveScriptedModel } from 'example-model/scripted-model';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

describe.each(['ai-sdk', 'ai-core'])('the example %s', (name) => {
  const file = fileURLToPath(new URL(`../../../examples/${name}/agent.mjs`, import.meta.url));

  test('shows each step of a demonstration, and ends', async () => {
    const { output, errors, code } = await run(file, ['--demo']);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(output.match(/^→ \w+/gm)).toHaveLength(8);
    expect(output).toMatch(
      /^→ browser_click \{"selector":"@[a-z]*e\d+"\}\n {2}<untrusted \d+>\n {2}Clicked link "Order blue lamp"/m,
    );
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
