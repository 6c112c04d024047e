import { type Broker, isDriven, PAGE_AGENT, RemotePageSession } from '@btcp/broker';
import { BtcpError, type Conversations, callTool, type ToolResult, type ToolSet, wholeBrowserTools } from '@btcp/tools';
import type { ConnectedBrowser } from '../contract/types.js';
import { pageEngine, sessionOf } from './page-engine.js';

export interface ConnectedPagesOptions {
  broker: Broker;
  conversations: Conversations;
  /** What can be called. */
  tools: ToolSet;
  /** The names of the tools that people are shown. */
  listed: readonly string[];
}

/** What a tool answered, and the page in which it left the tab. */
export type PageToolResult = ToolResult & { session: string };

/** The pages that people have open and connected, as browsers of their own kind. */
export class ConnectedPages {
  readonly #options: ConnectedPagesOptions;
  /** Calls that are under way, by page; a page that was used and is at rest has 0. */
  readonly #calls = new Map<string, number>();

  constructor(options: ConnectedPagesOptions) {
    this.#options = options;
    options.broker.onChange(() => this.#letGo());
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
          .filter(({ name }) => name !== PAGE_AGENT)
          .map(({ name, description, inputSchema }) => ({ name, description: description ?? '', inputSchema })),
        browserTools: isDriven(page) ? listed.filter(isForPages) : [],
      };
    });
  }

  onChange(listener: () => void): () => void {
    return this.#options.broker.onChange(listener);
  }

  /** Calls a tool of every browser, or one of the page's own by `page_tool_call`, on this page and no other. */
  async call(id: string, name: string, input: unknown, signal: AbortSignal): Promise<PageToolResult> {
    const { broker, conversations, tools } = this.#options;
    if (!broker.pages().some(({ sessionId }) => sessionId === id)) {
      throw new BtcpError('not_found', 'This page is not connected any more.', {
        hint: 'Open it again; GET /api/config lists the pages that are connected.',
      });
    }
    this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
    try {
      const conversation = conversations.get(sessionOf(id), pageEngine(broker, id));
      const call = () => callTool({ tools, name, input, conversation, signal });
      // What an action changed is told against what was read last: nobody reads while one is under way.
      const result = await (tools.get(name)?.effect === 'read' ? conversation.exclusive(call) : call());
      const { current } = conversation;
      return { ...result, session: current instanceof RemotePageSession ? current.sessionId : id };
    } finally {
      this.#calls.set(id, (this.#calls.get(id) ?? 1) - 1);
      this.#letGo();
    }
  }

  /** A conversation goes with its page, unless a call follows the tab to its next one. */
  #letGo(): void {
    const { broker, conversations } = this.#options;
    const known = new Set(broker.pages().map(({ sessionId }) => sessionId));
    for (const [id, calls] of this.#calls) {
      if (calls > 0 || known.has(id)) continue;
      this.#calls.delete(id);
      void conversations.close(sessionOf(id)).catch(() => {});
    }
  }
}

function isForPages(name: string): boolean {
  return name.startsWith('browser_') && !wholeBrowserTools.has(name);
}
