import { describeTool } from '@btcp/tools';
import { toolsForModels } from '../server/tools-for-models.js';
import type { Settings } from '../settings/settings.js';
import { toolChoice } from './tool-settings.js';

export async function run(settings: Settings): Promise<number> {
  const { listed } = toolsForModels({ set: 'full', ...toolChoice(settings) }, { aliases: settings.aliases });
  const tools = [...listed.values()];
  if (settings.json) console.log(JSON.stringify(tools.map(describeTool)));
  const width = Math.max(...tools.map(({ name }) => name.length));
  if (!settings.json) for (const { name, description } of tools) console.log(`${name.padEnd(width)} ${description}`);
  return 0;
}
