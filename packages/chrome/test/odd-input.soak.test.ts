import { aliases, catalogue, describeTool } from '@btcp/tools';
import { expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();

interface Schema {
  properties: Record<string, { type?: string | string[]; enum?: string[]; default?: unknown }>;
  required?: string[];
}

const ODD = {
  huge: 'x'.repeat(20_000),
  'of all scripts': 'ünï 日本語 العربية 🦄👩‍👩‍👧',
  'of signs that nobody sees': '\u202e\u200b\u0001\u2028',
  'of quotes and brackets': '"\'`\\[[<>{}%$]]',
};

const PAGE = 'data:text/html,<title>Odd</title><input id="a"><button>b</button><select><option>c</option></select>';

/** It waits for half a minute by its nature; what it does is `browser_wait_for`, which is tried. */
const PATIENT = 'browser_wait';

const tools = [...catalogue, ...aliases].filter(({ name }) => name !== PATIENT);

const calls = tools.flatMap((tool) => {
  const { properties, required = [] } = describeTool(tool).inputSchema as Schema;
  const texts = Object.entries(properties).filter(([, { type, enum: choices }]) => type === 'string' && !choices);
  return texts.flatMap(([field]) =>
    Object.entries(ODD).map(([kind, text]) => {
      const needed = required.map((name) => [name, properties[name]?.type === 'string' ? 'a' : true]);
      const limit = 'timeout' in properties ? { timeout: '300ms' } : {};
      return [tool.name, field, kind, { ...Object.fromEntries(needed), ...limit, [field]: text }] as const;
    }),
  );
});

test('no tool and no browser breaks on texts that are huge or odd', async () => {
  await call('browser_navigate', { url: PAGE });
  const faults: string[] = [];
  for (const [name, field, kind, input] of calls) {
    const code = await call(name, input).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'no error of ours',
    );
    if (['internal', 'browser_lost', 'no error of ours'].includes(code))
      faults.push(`${name} ${field} ${kind}: ${code}`);
  }
  expect(calls.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
  expect((await call('browser_navigate', { url: PAGE })).page?.title).toBe('Odd');
}, 300_000);
