import type { BTCPClient, Unsubscribe } from './contract/client.js';

/** What drives the page: a `BrowserAgent` of `btcp-browser-agent`, or anything that takes its commands. */
export interface PageAgentLike {
  execute(command: { action: string; [argument: string]: unknown }): Promise<unknown>;
}

/** What a page must have granted before agents may drive it. */
export interface PageAgentOptions {
  /** What the page must grant; `dom:write` by default. Less for an agent that asks the person itself before it acts. */
  capabilities?: string[];
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
export function servePageAgent(
  client: BTCPClient,
  agent: PageAgentLike,
  { capabilities = ['dom:write'] }: PageAgentOptions = {},
): Unsubscribe {
  client.registerTool({
    name: TOOL,
    description: 'Reads and drives this page: one command of the browser agent, such as { "action": "snapshot" }.',
    inputSchema: { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] },
    capabilities,
    annotations: { untrustedContentHint: true },
    handler: (command) => agent.execute({ ...command, action: String(command.action) }),
  });
  return () => client.unregisterTool(TOOL);
}
