import type { BTCPClient, Unsubscribe } from './types.js';

/** What drives the page: a `BrowserAgent` of `btcp-browser-agent`, or anything that takes its commands. */
export interface PageAgentLike {
  execute(command: { action: string; [argument: string]: unknown }): Promise<unknown>;
}

/** The name under which a page offers to be driven. */
const TOOL = 'browser_agent';

/**
 * Lets agents read and drive this page with the `browser_*` tools. The page must grant `dom:write` for it.
 *
 * @example
 * const client = createClient({ serverUrl: 'ws://127.0.0.1:4700', grants: ['dom:write'] });
 * servePageAgent(client, new BrowserAgent());
 * await client.connect();
 */
export function servePageAgent(client: BTCPClient, agent: PageAgentLike): Unsubscribe {
  client.registerTool({
    name: TOOL,
    description: 'Reads and drives this page: one command of the browser agent, such as { "action": "snapshot" }.',
    inputSchema: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
    capabilities: ['dom:write'],
    annotations: { untrustedContentHint: true },
    handler: (command) => agent.execute({ ...command, action: String(command.action) }),
  });
  return () => client.unregisterTool(TOOL);
}
