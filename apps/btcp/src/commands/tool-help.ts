import { argumentsOf, callableTools } from '@btcp/tools';

/** What a tool does and takes, from its definition; undefined for a name that is none. */
export function toolHelp(name: string): string | undefined {
  const tool = callableTools({}).get(name);
  if (!tool) return undefined;
  const rows = argumentsOf(tool).map(({ name, type, isRequired, standard, description }) => {
    const remarks = [isRequired && 'required', standard !== undefined && `${JSON.stringify(standard)} when left out`];
    const told = [description, ...remarks].filter(Boolean).join('; ');
    return `  ${`${name} (${type})`.padEnd(28)} ${told}`.trimEnd();
  });
  const example = JSON.stringify(tool.examples[0] ?? {});
  return [
    `btcp call ${name} 'JSON'`,
    tool.description,
    '',
    ...(rows.length > 0 ? ['Arguments:', ...rows] : ['It takes no arguments.']),
    ...(tool.examples.length > 0 ? ['', `For example: btcp call ${name} '${example}'`] : []),
  ].join('\n');
}
