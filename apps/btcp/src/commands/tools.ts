import { catalogue, describeTool } from '@btcp/tools';
import type { Command } from './command.js';

export const toolsCommand: Command = {
  name: 'tools',
  help: 'List the tools',
  settings: ['json'],

  async run({ json }) {
    if (json) console.log(JSON.stringify(catalogue.map(describeTool)));
    const width = Math.max(...catalogue.map(({ name }) => name.length));
    if (!json) for (const { name, description } of catalogue) console.log(`${name.padEnd(width)} ${description}`);
    return 0;
  },
};
