import { findVerb, typesOf, VERBS } from './run-verb.js';
import type { Verb } from './verb.js';
import { flagsOf } from './verb-input.js';

const GENERAL = ['--session', '--json', '--quiet', '--help'];

export function complete(line: readonly string[]): string[] {
  const begun = line.at(-1) ?? '';
  const before = line.slice(0, -1);
  const found = findVerb(before);
  const words = new Set([...nextWords(before), ...(found ? flagsAfter(found.verb) : [])]);
  return [...words].filter((word) => word.startsWith(begun)).sort();
}

// The next word of verbs of two words: `get`, then `text`.
function nextWords(before: readonly string[]): string[] {
  const prefix = before.map((word) => `${word} `).join('');
  return VERBS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).split(' ')[0] ?? '');
}

function flagsAfter(verb: Verb): string[] {
  const own = [...flagsOf(verb, typesOf(verb)).keys()].map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  return [...own, ...GENERAL];
}
