import { join } from 'node:path';
import { assertReachable, type EngineOptions, type HostScope } from '@btcp/chrome';
import type { AccessOptions, LiveCounts, LiveLinks } from '@btcp/host';
import type { BrowserEngine, Conversation, ConversationFollower, ConversationsOptions, ToolSet } from '@btcp/tools';
import type { ServerAddress } from '../client/server-client.js';
import type { Agent } from '../contract/types.js';
import type { DemoShop } from '../demo/shop.js';
import { GIVEN_FOLDER } from '../store/agent-folders.js';
import type { AgentHost } from './agent-host.js';
import type { PendingMerges } from './copies/kept-browser.js';
import { knownHost } from './known-hosts.js';
import { type LimitableEngine, LocalHost } from './local-host.js';
import { ProcessHost } from './process-host.js';
import { type KeepDistant, type ListDistant, RemoteHost } from './remote-host.js';

export interface AgentHostOptions {
  chrome: EngineOptions;
  conversations: ConversationsOptions;
  follow(idOf: (conversation: Conversation) => string): ConversationFollower;
  list: ListDistant;
  keep: KeepDistant;
  tools: ToolSet;
  access: AccessOptions;
  counts: LiveCounts;
  flags: readonly string[];
  environment: NodeJS.ProcessEnv;
  url(): string;
  closedPort(): string;
  /** This server as the gateway of a fleet, which runs the browsers. */
  fleet?: (() => ServerAddress) | undefined;
  /** Links to the sessions of an agent, which every gateway of a fleet knows. */
  linksOf?: ((agent: string) => LiveLinks) | undefined;
  traceparent(): string | undefined;
  pending: PendingMerges;
  limitedFor(person: string, engine: LimitableEngine, hosts?: HostScope): BrowserEngine;
  shop: DemoShop;
}

export function createAgentHost(agent: Agent, folder: string, options: AgentHostOptions): AgentHost {
  const { slug, host, owner, isDemo } = agent;
  // A browser that is running already has a profile, and conversations use it as the server does.
  const { connect, isolation = 'process' } = options.chrome;
  const place =
    connect === undefined
      ? { profile: join(folder, 'profile'), isolation: 'process' as const }
      : { profile: undefined, isolation };
  const outputDirectory = join(folder, 'output');
  const uploadDirectories = [...(options.chrome.uploadDirectories ?? []), join(folder, GIVEN_FOLDER)];
  const addressOf = (session: string) => `${options.url()}/agents/${slug}/sessions/${encodeURIComponent(session)}`;
  const { access, traceparent, list, keep } = options;
  const shared = { agent: slug, access, addressOf, traceparent, list, keep, links: options.linksOf?.(slug) };
  if (options.fleet && host.kind !== 'remote') {
    const { fleet } = options;
    return new RemoteHost({ ...shared, address: async () => fleet(), isOwnFleet: true });
  }
  if (host.kind === 'remote') {
    const known = knownHost(slug, host.url);
    const address = async () => {
      // Who started the server may name any address; one that came over the API obeys the network policy.
      if (!known) await assertReachable(host.url, options.chrome.network);
      return { url: host.url, token: known?.token ?? null };
    };
    return new RemoteHost({ ...shared, address });
  }
  if (host.kind === 'process') {
    const kept = place.profile === undefined ? [] : ['--profile', place.profile];
    const flags = [...options.flags, ...kept, '--isolation', place.isolation, '--output-dir', outputDirectory];
    flags.push('--upload-dir', uploadDirectories.join(','));
    // Its pages could open the links that people are sent, and answer in their place.
    const environment = { ...options.environment, BTCP_CLOSED_PORTS: options.closedPort() };
    return new ProcessHost({ ...shared, flags, environment });
  }
  const limited = owner === undefined ? undefined : (engine: LimitableEngine) => options.limitedFor(owner, engine);
  return new LocalHost({
    ...options,
    chrome: {
      ...options.chrome,
      ...place,
      ...(isDemo ? { network: {} } : {}),
      spare: false,
      outputDirectory,
      uploadDirectories,
    },
    addressOf,
    limited: isDemo ? (engine) => inShop(engine, agent, options) : limited,
  });
}

// Browsers that reach the shop of the demonstration and nothing else; no other browser reaches it.
function inShop(engine: LimitableEngine, { owner }: Agent, { shop, limitedFor }: AgentHostOptions): BrowserEngine {
  const within = owner === undefined ? engine.within({ hosts: shop }) : limitedFor(owner, engine, shop);
  return {
    maxStarts: within.maxStarts,
    person: within.person,
    async open(...opening) {
      await shop.open();
      return within.open(...opening);
    },
    stopStarts: () => engine.stopStarts?.(),
    close: () => engine.close(),
  };
}
