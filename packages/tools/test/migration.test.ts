import { readFileSync } from 'node:fs';
import { aliases, catalogue, describeAnswer, PEERS } from '@btcp/tools';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
const peers: Record<string, { version: string; tools: string[] }> = JSON.parse(read('data/peers.json'));
const page = read('migration.md');
const known = new Set([...catalogue, ...aliases].map(({ name }) => name));
const OF_PAGES = new Set(['page_tools_list', 'page_tool_call']);
const named = /\b(?:browser_\w+|read_image|page_tools?_\w+)\b/g;

describe.each(Object.entries(peers))('docs/migration.md for %s', (name, { version, tools }) => {
  const mapped = PEERS[name]?.answers ?? {};

  test('says of every tool what does the same here, or why nothing is meant to', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(tools.length).toBeGreaterThan(50);
    expect(tools.filter((tool) => !mapped[tool] || describeAnswer(mapped[tool]) === '')).toEqual([]);
    expect(Object.keys(mapped).filter((tool) => !tools.includes(tool))).toEqual([]);
    for (const tool of tools) expect(page).toContain(`| \`${tool}\` |`);
  });

  test('names only tools that exist', () => {
    const answers = Object.values(mapped).filter((answer) => !('not' in answer));
    const others = answers.flatMap((answer) => describeAnswer(answer).match(named) ?? []);
    const unknown = others.filter((tool) => !known.has(tool) && !OF_PAGES.has(tool));
    expect(unknown).toEqual([]);
  });
});

test.each(Object.entries(PEERS))(
  'every parameter of %s that is renamed leads to an argument that exists',
  (_, table) => {
    for (const [name, answer] of Object.entries(table.answers)) {
      if (!('tools' in answer)) continue;
      const shapes = answer.tools.map((tool) => catalogue.find(({ name }) => name === tool)?.input.shape ?? {});
      const known = new Set(shapes.flatMap((shape) => Object.keys(shape)));
      const ours = [
        ...Object.values(answer.takes).filter((taken) => typeof taken === 'string'),
        ...Object.keys(answer.fixed),
      ];
      expect(
        ours.filter((argument) => !known.has(argument)),
        name,
      ).toEqual([]);
    }
    expect(table.listed.filter((name) => !('tools' in (table.answers[name] ?? {})))).toEqual([]);
  },
);

test('no line of docs/migration.md says none', () => {
  expect(page.split('\n').filter((line) => /\|\s*none\b[^:]*\|/.test(line) && !line.includes('pageId'))).toEqual([]);
});
