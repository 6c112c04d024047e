import { argumentsOf } from '@btcp/tools';
import { helpOf, SETTINGS, type SettingName } from '../settings/settings.js';
import { toolOf, typesOf, VERBS } from './run-verb.js';
import { table } from './table.js';
import type { Verb } from './verb.js';
import { flagsOf } from './verb-input.js';
import { usageOf } from './verb-usage.js';

const GENERAL = ['session', 'url', 'token', 'linger', 'json', 'quiet'] as const satisfies SettingName[];

/** Flags of every verb; `wait --url` and `expect --url` are about the page, and BTCP_URL names their server. */
export function generalFlags(verb: Verb | undefined): (typeof GENERAL)[number][] {
  if (!verb) return [...GENERAL];
  const own = flagsOf(verb, typesOf(verb));
  return GENERAL.filter((name) => !own.has(name) || wordsOf(verb).has(name));
}

export function verbHelp(verb: Verb): string {
  const tool = toolOf(verb);
  const words = wordsOf(verb);
  const descriptions = new Map(argumentsOf(tool).map(({ name, type, description }) => [name, { type, description }]));
  const types = typesOf(verb);
  const rows = [...flagsOf(verb, types)]
    .filter(([, name]) => !words.has(name))
    .map(([flag, name]): [string, string] => {
      const { type = '', description = '' } = descriptions.get(name) ?? {};
      const dashes = flag.length === 1 ? `-${flag}` : `--${flag}`;
      return [
        types[name] === undefined || types[name].type === 'boolean' ? dashes : `${dashes} VALUE`,
        description || type || `sets ${JSON.stringify(verb.switches?.[name])}`,
      ];
    });
  const also = verb.aliases?.length ? [`Also: ${verb.aliases.map((name) => `btcp ${name}`).join(', ')}.`] : [];
  return [
    usageOf(verb),
    ...(verb.title ? [`${verb.title}.`] : []),
    tool.description,
    ...also,
    '',
    'Flags:',
    table([...rows, ...[...generalFlags(verb), 'config' as const].map(flagRow)]),
    '',
    `It calls ${verb.tool}.`,
  ].join('\n');
}

function wordsOf(verb: Verb): Set<string> {
  return new Set(verb.words.map((word) => word.replace(/(?:\.{3})?\??$/, '')));
}

function flagRow(name: SettingName): [string, string] {
  const setting = SETTINGS[name];
  return ['value' in setting ? `--${name} ${setting.value}` : `--${name}`, helpOf(name)];
}

function titleOf(verb: Verb): string {
  return verb.title ?? toolOf(verb).title;
}

export function verbList(): string {
  return table(VERBS.map((verb): [string, string] => [usageOf(verb).slice('btcp '.length), titleOf(verb)]));
}

/** `btcp click SELECTOR    # Click an element` */
export function verbLine(verb: Verb): string {
  return `${usageOf(verb).padEnd(32)} # ${titleOf(verb)}`;
}

export { VERBS };
