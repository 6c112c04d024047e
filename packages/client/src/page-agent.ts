import { PAGE_TOOL, type PageCommand, type PageCommands } from '@btcp/protocol';

export type { PageAction, PageCommand, PageCommands, PageReply, PageWhere } from '@btcp/protocol';

import type { BTCPClient, Unsubscribe } from './contract/client.js';

/** What a page must have granted before agents may drive it. */
export interface PageAgentOptions {
  /** Default `dom:write`. Less for an agent that asks the person before it acts. */
  capabilities?: string[];
}

/**
 * Lets agents read and drive this page with the `browser_*` tools, once the page grants `dom:write`.
 * @example
 * const client = createClient({ serverUrl: 'ws://127.0.0.1:4700', grants: ['dom:write'] });
 * servePageAgent(client, new BrowserAgent());
 * await client.connect();
 */
export function servePageAgent(
  client: BTCPClient,
  agent: PageCommands,
  { capabilities = ['dom:write'] }: PageAgentOptions = {},
): Unsubscribe {
  client.registerTool({
    name: PAGE_TOOL,
    description: 'Reads and drives this page: one command of the browser agent, such as { "action": "snapshot" }.',
    inputSchema: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
    capabilities,
    annotations: { untrustedContentHint: true },
    // The agent validates the command and replies with what is wrong.
    handler: (command) => agent.execute(command as PageCommand),
  });
  return () => client.unregisterTool(PAGE_TOOL);
}
