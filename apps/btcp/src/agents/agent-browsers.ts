import type { DrivenStatus } from '@btcp/host';
import { BtcpError, type KeptFile, permitCall, type ToolResult, type ToolSet } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { AgentHost } from '../hosts/agent-host.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Recorder } from '../recording/recorder.js';
import type { AgentFolders } from '../store/agent-folders.js';
import type { SessionTable } from '../store/sessions.js';
import { ownedByOther } from './owned-by-other.js';

interface AgentBrowsersOptions {
  hosts: AgentHosts;
  recorder: Recorder;
  folders: AgentFolders;
  sessions: SessionTable;
  permitted: ToolSet;
}

export interface SessionCall {
  result: ToolResult;
  pictures: string[];
}

export class AgentBrowsers {
  readonly #options: AgentBrowsersOptions;
  readonly #reserved = new Set<string>();

  constructor(options: AgentBrowsersOptions) {
    this.#options = options;
  }

  async call(agent: Agent, session: string, name: string, input: unknown, signal: AbortSignal): Promise<SessionCall> {
    return this.#recorded(agent, session, name, input, () =>
      this.use(agent, session, (host) => host.call(session, name, input, signal)),
    );
  }

  /** Refuses a browser that another session owns; `call` takes it over. */
  async callAsOwner(
    agent: Agent,
    session: string,
    name: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<SessionCall> {
    return this.#recorded(agent, session, name, input, async () => {
      const host = this.#options.hosts.of(agent);
      try {
        return await host.call(session, name, input, signal);
      } catch (thrown) {
        throw isOwned(thrown) ? ownedByOther(agent.slug, session, await host.status(), thrown) : thrown;
      }
    });
  }

  async transfer(agent: Agent, from: string, to: string): Promise<DrivenStatus> {
    const host = this.#options.hosts.of(agent);
    this.#assertFree(agent, from);
    try {
      await host.transfer(from, to);
    } catch (thrown) {
      throw isOwned(thrown) ? ownedByOther(agent.slug, to, await host.status(), thrown) : thrown;
    }
    return host.status(to);
  }

  async #recorded(
    agent: Agent,
    session: string,
    name: string,
    input: unknown,
    run: () => Promise<ToolResult>,
  ): Promise<SessionCall> {
    const { recorder, permitted } = this.#options;
    const { slug } = agent;
    recorder.follow(agent, session);
    try {
      // A remote host decides by its own settings, which may permit more.
      permitCall(permitted, name, input);
      const result = await run();
      const pictures = await this.#storeFiles(agent, session, result);
      await recorder.call(slug, session, name, input, { result });
      return { result, pictures };
    } catch (error) {
      await recorder.call(slug, session, name, input, { error });
      throw error;
    }
  }

  // The browser changes hands by itself, unless its owner has reserved it.
  async use<T>(agent: Agent, session: string, use: (host: AgentHost) => Promise<T>): Promise<T> {
    const host = this.#options.hosts.of(agent);
    try {
      return await use(host);
    } catch (thrown) {
      if (!isOwned(thrown)) throw thrown;
      const { sessionId: owner } = await host.status();
      if (owner !== null && this.#reserved.has(keyOf(agent.slug, owner))) throw thrown;
      if (owner !== null) await host.transfer(owner, session);
      return use(host);
    }
  }

  reserve(agent: string, session: string): () => void {
    const key = keyOf(agent, session);
    this.#reserved.add(key);
    return () => this.#reserved.delete(key);
  }

  #assertFree({ slug }: Agent, session: string): void {
    if (!this.#reserved.has(keyOf(slug, session))) return;
    throw new BtcpError('busy', `A run of session ${session} is using the browser of agent "${slug}".`, {
      hint: `Wait until it ends, or stop it with POST /api/agents/${slug}/sessions/${encodeURIComponent(session)}/stop.`,
    });
  }

  async #storeFiles(agent: Agent, session: string, result: ToolResult): Promise<string[]> {
    if (!result.images?.length && !result.files?.length) return [];
    const { hosts, folders, sessions } = this.#options;
    const { slug } = agent;
    const host = hosts.of(agent);
    const copy = (file: KeptFile, target: string) => host.copyFile(session, file, target);
    const names = await folders.session(slug, session).keep(result, copy);
    await sessions.filesChanged(slug, session);
    const base = `/api/agents/${slug}/sessions/${encodeURIComponent(session)}/files/`;
    return names.map((name) => base + encodeURIComponent(name));
  }
}

function isOwned(thrown: unknown): thrown is BtcpError {
  return thrown instanceof BtcpError && thrown.code === 'browser_owned';
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}
