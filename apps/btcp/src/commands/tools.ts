import { describeTool } from '@btcp/tools';
import { toolsForModels } from '../server/tools-for-models.js';
import type { Settings } from '../settings/settings.js';
import { toolChoice } from '../settings/tool-choice.js';
import { table } from '../verbs/table.js';

export async function run(settings: Settings): Promise<number> {
  const { listed } = toolsForModels({ set: 'full', ...toolChoice(settings) }, { aliases: settings.aliases });
  const tools = [...listed.values()];
  if (settings.json) console.log(JSON.stringify({ success: true, tools: tools.map(describeTool) }));
  else
    console.log(
      table(
        tools.map(({ name, description }): [string, string] => [name, description]),
        '',
      ),
    );
  return 0;
}
