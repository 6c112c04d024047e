import { chooseTools, describeTool } from '@btcp/tools';
import type { Command } from './command.js';
import { TOOL_SETTINGS, toolChoice } from './tool-settings.js';

export const toolsCommand: Command = {
  name: 'tools',
  help: 'List the tools',
  settings: [...TOOL_SETTINGS, 'json'],

  async run(settings) {
    const tools = [...chooseTools({ set: 'full', ...toolChoice(settings) }).values()];
    if (settings.json) console.log(JSON.stringify(tools.map(describeTool)));
    const width = Math.max(...tools.map(({ name }) => name.length));
    if (!settings.json) for (const { name, description } of tools) console.log(`${name.padEnd(width)} ${description}`);
    return 0;
  },
};
