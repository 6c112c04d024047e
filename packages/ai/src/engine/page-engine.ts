import { type BrowserEngine, BtcpError, ownPageSession } from '@btcp/tools';
import type { AgentOptions } from './agent-options.js';
import { withClose } from './with-close.js';

export function defaultEngine(options: AgentOptions): BrowserEngine {
  return {
    async open() {
      const { BrowserAgent } = await load();
      const agent = new BrowserAgent(options);
      await agent.launch();
      return withClose(ownPageSession(agent), () => agent.close());
    },
    async close() {},
  };
}

// Loaded by the first call, so that programs with an agent of their own need not install the package.
async function load() {
  try {
    return await import('btcp-browser-agent');
  } catch (cause) {
    throw new BtcpError('browser_unavailable', 'The package btcp-browser-agent could not be loaded.', {
      hint: 'Install it with: npm install btcp-browser-agent. Or pass an agent.',
      cause,
    });
  }
}
