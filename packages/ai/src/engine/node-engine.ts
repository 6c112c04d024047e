import { type BrowserEngine, BtcpError } from '@btcp/tools';
import type { AgentOptions } from './agent-options.js';
import { defaultEngine as pageEngine } from './page-engine.js';
import { withClose } from './with-close.js';

export function defaultEngine(options: AgentOptions): BrowserEngine {
  if (options.targetWindow || options.targetDocument) return pageEngine(options);
  let latest: BrowserEngine | undefined;
  return {
    async open(conversationId, restore) {
      const { ChromeEngine } = await load();
      // A browser that died was never closed.
      if (restore !== undefined) await latest?.close();
      // One engine per browser, so that the end of one cannot close another.
      const engine = new ChromeEngine();
      latest = engine;
      try {
        return withClose(await engine.open(conversationId, restore), () => engine.close());
      } catch (thrown) {
        await engine.close();
        throw thrown;
      }
    },
    close: async () => latest?.close(),
  };
}

// Loaded by the first call, so that programs with a browser of their own need not install the package.
async function load() {
  try {
    return await import('@btcp/chrome');
  } catch (cause) {
    throw new BtcpError('browser_unavailable', 'The package @btcp/chrome could not be loaded.', {
      hint: 'Install it with: npm install @btcp/chrome. Or pass an agent.',
      cause,
    });
  }
}
