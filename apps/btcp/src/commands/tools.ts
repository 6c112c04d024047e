import { catalogue, describeTool } from '@btcp/tools';
import type { Command } from './command.js';

export const toolsCommand: Command = {
  name: 'tools',
  help: 'List the tools',
  settings: ['json'],

  async run({ json }) {
    if (json) console.log(JSON.stringify(catalogue.map(describeTool)));
    else for (const { name, description } of catalogue) console.log(`${name.padEnd(18)} ${description}`);
    return 0;
  },
};
