import { argumentsOf } from '@btcp/tools';
import { helpOf, SETTINGS } from '../settings/settings.js';
import { toolOf, typesOf, VERBS } from './run-verb.js';
import { table } from './table.js';
import type { Verb } from './verb.js';
import { flagsOf } from './verb-input.js';
import { usageOf } from './verb-usage.js';

const GENERAL: [string, string][] = (['session', 'url', 'token', 'linger', 'json', 'quiet', 'config'] as const).map(
  (name) => ['value' in SETTINGS[name] ? `--${name} ${SETTINGS[name].value}` : `--${name}`, helpOf(name)],
);

/** Describes one verb, its words and its flags. */
export function verbHelp(verb: Verb): string {
  const tool = toolOf(verb);
  const words = new Set(verb.words.map((word) => word.replace(/(?:\.{3})?\??$/, '')));
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
    table([...rows, ...GENERAL]),
    '',
    `It calls ${verb.tool}.`,
  ].join('\n');
}

function titleOf(verb: Verb): string {
  return verb.title ?? toolOf(verb).title;
}

/** One line for each verb. */
export function verbList(): string {
  return table(VERBS.map((verb): [string, string] => [usageOf(verb).slice('btcp '.length), titleOf(verb)]));
}

/** `btcp click SELECTOR    # Click an element` */
export function verbLine(verb: Verb): string {
  return `${usageOf(verb).padEnd(32)} # ${titleOf(verb)}`;
}

export { VERBS };
