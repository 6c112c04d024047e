import {
  type BrowserEngine,
  type BrowserSession,
  type Conversation,
  Conversations,
  ownPageSession,
  type PageCommands,
} from '@btcp/tools';
import { defaultEngine } from '#default-engine';
import type { AgentOptions } from './agent-options.js';
import { assertSource } from './assert-source.js';
import { withClose } from './with-close.js';

/** What tools can drive: the agent of a page, a session, an engine, or a conversation. */
export type BrowserSource = PageCommands | BrowserSession | BrowserEngine | Conversation;

/**
 * Creates a browser that starts with the first call: `source` (never closed), a headless Chrome in Node, or this page.
 * @example
 * const browser = createBrowser();
 * const tools = browserTools({ agent: browser });
 * await browser.close();
 */
export function createBrowser(source?: BrowserSource, options: AgentOptions = {}): Conversation {
  if (source !== undefined) assertSource(source);
  if (source && 'exclusive' in source) return source;
  return new Conversations(source ? engineOf(source) : defaultEngine(options)).get('ai');
}

export function isLent(source: BrowserSource): source is PageCommands | BrowserSession {
  return !('exclusive' in source || 'open' in source);
}

function engineOf(source: PageCommands | BrowserSession | BrowserEngine): BrowserEngine {
  if (!isLent(source)) return source;
  const session = 'execute' in source ? ownPageSession(source) : source;
  return { open: async () => withClose(session, async () => {}), close: async () => {} };
}
