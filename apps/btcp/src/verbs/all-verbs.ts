import { PAGE_VERBS } from './page-verbs.js';
import { SITE_VERBS } from './site-verbs.js';
import type { Verb } from './verb.js';

const TABLE: readonly Verb[] = [...PAGE_VERBS, ...SITE_VERBS];

// Commands with the name that a tool would have.
const TAKEN = ['batch'];

/** Returns the verbs of all tools: those of the table, and one for each tool that the table does not name. */
export function verbsOf(tools: Iterable<{ name: string; required: readonly string[] }>): Verb[] {
  const all = [...tools];
  const known = TABLE.filter(({ tool }) => all.some(({ name }) => name === tool));
  const named = new Set(known.map(({ tool }) => tool));
  const others = all
    .filter(({ name }) => !named.has(name))
    .map(({ name, required }) => ({ name: plainName(name), tool: name, words: required }));
  const taken = new Set([...TAKEN, ...known.flatMap(({ name, aliases = [] }) => [name, ...aliases])]);
  return [...known, ...others.filter(({ name }) => !taken.has(name))];
}

function plainName(tool: string): string {
  return tool.replace(/^browser_/, '').replaceAll('_', '-');
}
