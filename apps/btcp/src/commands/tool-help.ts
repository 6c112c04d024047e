import { didYouMean } from '@btcp/protocol';
import { argumentsOf, callableTools } from '@btcp/tools';
import { usageError } from '../settings/settings.js';
import { table } from '../verbs/table.js';

export function toolHelp(name: string): string {
  const tools = callableTools({});
  const tool = tools.get(name);
  if (!tool) throw usageError(`There is no tool "${name}".`, `${didYouMean(name, tools.keys())}btcp tools lists them.`);
  const rows = argumentsOf(tool).map(({ name, type, isRequired, standard, description }): [string, string] => {
    const remarks = [isRequired && 'required', standard !== undefined && `default ${JSON.stringify(standard)}`];
    return [`${name} (${type})`, [description, ...remarks].filter(Boolean).join('; ')];
  });
  const example = JSON.stringify(tool.examples[0] ?? {});
  return [
    `btcp call ${name} 'JSON'`,
    tool.description,
    '',
    ...(rows.length > 0 ? ['Arguments:', table(rows)] : ['It takes no arguments.']),
    ...(tool.examples.length > 0 ? ['', `For example: btcp call ${name} '${example}'`] : []),
  ].join('\n');
}
