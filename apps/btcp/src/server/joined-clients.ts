import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type LiveApp, type McpOptions, serveMcpStreams } from '@btcp/mcp';
import type { Conversations, ToolChoice } from '@btcp/tools';
import type { Settings } from '../settings/settings.js';
import { timeSpan } from '../settings/time-span.js';
import { toolChoice } from '../settings/tool-choice.js';
import type { JoinOptions } from '../wire/join-request.js';
import { type ModelTools, toolsForModels } from './tools-for-models.js';

interface JoinedClientsOptions {
  conversations: Conversations;
  forModels: ModelTools;
  // How they are chosen; what is denied here stays denied.
  choice: ToolChoice;
  mcp: Pick<McpOptions, 'structured' | 'version' | 'app'>;
}

/** MCP clients of this user whose `btcp mcp` has joined the server: each has a conversation and a browser of its own. */
export class JoinedClients {
  readonly #options: JoinedClientsOptions;
  #count = 0;

  constructor(options: JoinedClientsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** Throws if the tools cannot be chosen so; the function that is returned serves the client until it leaves. */
  join(client: Duplex, options: JoinOptions): () => Promise<void> {
    const tools = this.#toolsFor(options);
    return async () => {
      const { conversations, mcp } = this.#options;
      const id = `mcp:${randomUUID()}`;
      this.#count++;
      try {
        if (options.isWarm) void warmUp(conversations, id);
        const structured = options.isContentOnly ? false : mcp.structured;
        const served = { ...mcp, ...tools, structured, app: shownApp(mcp.app, options.chatView) };
        await serveMcpStreams(client, client, served, () => conversations.get(id));
      } finally {
        this.#count--;
        await conversations.close(id);
      }
    };
  }

  #toolsFor({ tools, allow, deny, aliases, timeout }: JoinOptions): ModelTools {
    const { forModels, choice } = this.#options;
    if ([tools, allow, deny, aliases, timeout].every((each) => each === undefined)) return forModels;
    const own = toolChoice(defined({ tools, allow, deny }));
    const all = (name: 'allow' | 'deny') => [...(choice[name] ?? []), ...(own[name] ?? [])];
    return toolsForModels(
      { ...choice, ...own, allow: all('allow'), deny: all('deny') },
      { timeout: timeSpan('timeout', timeout), aliases },
    );
  }
}

function defined(options: Record<'tools' | 'allow' | 'deny', string | undefined>): Settings {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

// A client may be shown less than the server offers.
function shownApp(app: LiveApp | undefined, when: string | undefined): LiveApp | undefined {
  if (!app || when === 'off') return undefined;
  return { ...app, opensWith: when === 'pages' || when === 'requests' ? when : app.opensWith };
}

// The first call reports a failure.
async function warmUp(conversations: Conversations, id: string): Promise<void> {
  const guard = await conversations
    .get(id)
    .browser()
    .catch(() => undefined);
  guard?.[Symbol.dispose]();
}
