import { ChromeEngine } from '@btcp/chrome';
import { serveMcpStdio } from '@btcp/mcp';
import { Conversations, catalogue, createToolSet } from '@btcp/tools';
import { VERSION } from '../version.js';
import { chromeOptions, sessionOptions } from './browser-settings.js';
import { BROWSER_SETTINGS, type Command } from './command.js';
import { interrupted } from './interrupted.js';

export const mcpCommand: Command = {
  name: 'mcp',
  help: 'Serve MCP on standard input and output, for one conversation',
  settings: BROWSER_SETTINGS,

  async run(settings) {
    const end = interrupted();
    const conversations = new Conversations(new ChromeEngine(chromeOptions(settings)), sessionOptions(settings));
    const tools = createToolSet(catalogue);
    const served = serveMcpStdio({ tools, version: VERSION }, () => conversations.get('stdio'));
    await Promise.race([served, end]);
    await conversations.closeAll();
    return 0;
  },
};
