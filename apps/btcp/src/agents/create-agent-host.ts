import { join } from 'node:path';
import type { ChromeEngineOptions } from '@btcp/chrome';
import type { AccessOptions } from '@btcp/host';
import type { ConversationsOptions, ToolSet } from '@btcp/tools';
import type { Agent } from '../api/types.js';
import type { AgentHost } from './agent-host.js';
import { LocalHost } from './local-host.js';
import { ProcessHost } from './process-host.js';
import { RemoteHost } from './remote-host.js';

export interface AgentHostOptions {
  chrome: ChromeEngineOptions;
  conversations: ConversationsOptions;
  tools: ToolSet;
  access: AccessOptions;
  /** For a host in a process of its own. */
  flags: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Where this server is. */
  url(): string;
  /** The folder of an agent. */
  folderOf(slug: string): string;
}

/** The browser of an agent, where the agent says it is, with a profile of its own that is kept. */
export function createAgentHost(agent: Agent, options: AgentHostOptions): AgentHost {
  const { slug, host } = agent;
  // In the folder of the agent, so that they go with it.
  const profile = join(options.folderOf(slug), 'profile');
  const outputDirectory = join(options.folderOf(slug), 'output');
  const addressOf = (session: string) => `${options.url()}/agents/${slug}/sessions/${encodeURIComponent(session)}`;
  const shared = { agent: slug, access: options.access, addressOf };
  if (host.kind === 'remote') {
    const token = process.env[`BTCP_HOST_TOKEN_${slug.toUpperCase().replaceAll('-', '_')}`];
    const address = { url: host.url, token: token ?? process.env.BTCP_HOST_TOKEN ?? null };
    return new RemoteHost({ ...shared, address: async () => address });
  }
  if (host.kind === 'process') {
    const flags = [...options.flags, '--profile', profile, '--output-dir', outputDirectory];
    return new ProcessHost({ ...shared, flags, environment: options.environment });
  }
  return new LocalHost({
    ...options,
    chrome: { ...options.chrome, profile, isolation: 'process', spare: false, outputDirectory },
    addressOf,
  });
}
