import { readFileSync } from 'node:fs';
import { aliases, catalogue } from '@btcp/tools';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
const peers: Record<string, { version: string; tools: string[] }> = JSON.parse(read('data/peers.json'));
const answers: Record<string, Record<string, string | { not: string }>> = JSON.parse(read('data/migration.json'));
const page = read('migration.md');
const known = new Set([...catalogue, ...aliases].map(({ name }) => name));
const OF_PAGES = new Set(['page_tools_list', 'page_tool_call']);
const named = /\b(?:browser_\w+|read_image|page_tools?_\w+)\b/g;

describe.each(Object.entries(peers))('docs/migration.md for %s', (name, { version, tools }) => {
  const mapped = answers[name] ?? {};

  test('says of every tool what does the same here, or why nothing is meant to', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(tools.length).toBeGreaterThan(50);
    const unanswered = tools.filter((tool) => {
      const answer = mapped[tool];
      return !(typeof answer === 'string' ? answer : answer?.not);
    });
    expect(unanswered).toEqual([]);
    expect(Object.keys(mapped).filter((tool) => !tools.includes(tool))).toEqual([]);
    for (const tool of tools) expect(page).toContain(`| \`${tool}\` |`);
  });

  test('names only tools that exist', () => {
    const texts = Object.values(mapped);
    const others = texts.flatMap((answer) => (typeof answer === 'string' ? (answer.match(named) ?? []) : []));
    const unknown = others.filter((tool) => !known.has(tool) && !OF_PAGES.has(tool));
    expect(unknown).toEqual([]);
  });
});

test('no line of docs/migration.md says none', () => {
  expect(page.split('\n').filter((line) => /\|\s*none\b[^:]*\|/.test(line) && !line.includes('pageId'))).toEqual([]);
});
