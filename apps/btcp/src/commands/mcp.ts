import { ChromeEngine } from '@btcp/chrome';
import { serveMcpStdio } from '@btcp/mcp';
import { Conversations } from '@btcp/tools';
import { toolsForModels } from '../tools-for-models.js';
import { VERSION } from '../version.js';
import { chromeOptions, sessionOptions } from './browser-settings.js';
import { BROWSER_SETTINGS, type Command } from './command.js';
import { interrupted } from './interrupted.js';
import { TOOL_SETTINGS, toolChoice } from './tool-settings.js';

export const mcpCommand: Command = {
  name: 'mcp',
  help: 'Serve MCP on standard input and output, for one conversation',
  settings: [...BROWSER_SETTINGS, ...TOOL_SETTINGS],

  async run(settings) {
    const end = interrupted();
    const conversations = new Conversations(new ChromeEngine(chromeOptions(settings)), sessionOptions(settings));
    const served = serveMcpStdio({ ...toolsForModels(toolChoice(settings)), version: VERSION }, () =>
      conversations.get('stdio'),
    );
    await Promise.race([served, end]);
    await conversations.closeAll();
    return 0;
  },
};
