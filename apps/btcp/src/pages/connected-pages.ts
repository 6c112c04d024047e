import { type Broker, isDriven, RemotePageSession } from '@btcp/broker';
import { PAGE_TOOL } from '@btcp/protocol';
import { BtcpError, type Conversations, callTool, type ToolResult, type ToolSet, wholeBrowserTools } from '@btcp/tools';
import type { ConnectedBrowser } from '../contract/types.js';
import { pageEngine, sessionOf } from './page-engine.js';

export interface ConnectedPagesOptions {
  broker: Broker;
  conversations: Conversations;
  tools: ToolSet;
  listed: readonly string[];
}

export type PageToolResult = ToolResult & { session: string };

export class ConnectedPages {
  readonly #options: ConnectedPagesOptions;
  // Running calls by page; 0 for a page that was used before.
  readonly #calls = new Map<string, number>();

  constructor(options: ConnectedPagesOptions) {
    this.#options = options;
    options.broker.onChange((page) => page.hasEnded && this.#letGo(page.sessionId));
  }

  list(): ConnectedBrowser[] {
    const { broker, listed } = this.#options;
    return broker.pages().map((page) => {
      const { title, url } = (page.metadata ?? {}) as { title?: unknown; url?: unknown };
      return {
        session: page.sessionId,
        title: typeof title === 'string' ? title : '',
        url: typeof url === 'string' ? url : '',
        isAway: page.isAway,
        tools: page.tools
          .filter(({ name }) => name !== PAGE_TOOL)
          .map(({ name, description, inputSchema }) => ({ name, description: description ?? '', inputSchema })),
        browserTools: isDriven(page) ? listed.filter(isForPages) : [],
      };
    });
  }

  onChange(listener: () => void): () => void {
    return this.#options.broker.onChange(listener);
  }

  async call(id: string, name: string, input: unknown, signal: AbortSignal): Promise<PageToolResult> {
    const { broker, conversations, tools } = this.#options;
    if (!this.#isConnected(id)) {
      throw new BtcpError('not_found', 'This page is not connected any more.', {
        hint: 'Open it again; GET /api/config lists the pages that are connected.',
      });
    }
    this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
    try {
      const conversation = conversations.get(sessionOf(id), pageEngine(broker, id));
      const call = () => callTool({ tools, name, input, conversation, signal });
      // Reads wait for actions: changes are reported against the last read.
      const result = await (tools.get(name)?.effect === 'read' ? conversation.exclusive(call) : call());
      const { current } = conversation;
      return { ...result, session: current instanceof RemotePageSession ? current.sessionId : id };
    } finally {
      this.#calls.set(id, (this.#calls.get(id) ?? 1) - 1);
      if (!this.#isConnected(id)) this.#letGo(id);
    }
  }

  #isConnected(id: string): boolean {
    return this.#options.broker.pages().some(({ sessionId }) => sessionId === id);
  }

  // A call that follows the tab keeps the conversation of a page that is gone.
  #letGo(id: string): void {
    if (this.#calls.get(id) !== 0) return;
    this.#calls.delete(id);
    void this.#options.conversations.close(sessionOf(id)).catch(() => {});
  }
}

function isForPages(name: string): boolean {
  return name.startsWith('browser_') && !wholeBrowserTools.has(name);
}
