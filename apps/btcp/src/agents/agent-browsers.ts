import type { DrivenStatus } from '@btcp/host';
import { BtcpError, type KeptFile, permitCall, type ToolResult, type ToolSet } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHost } from '../hosts/agent-host.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Recorder } from '../recording/recorder.js';
import type { AgentFolders } from '../store/agent-folders.js';
import { ownedByOther } from './owned-by-other.js';

interface AgentBrowsersOptions {
  hosts: AgentHosts;
  recorder: Recorder;
  folders: AgentFolders;
  hub: SessionHub;
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
    return this.#recorded(agent, session, name, input, async () => {
      const given = name === 'browser_upload' ? await this.#withFiles(agent, session, input) : input;
      return this.use(agent, session, (host) => host.call(session, name, given, signal));
    });
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
      recorder.call(slug, session, name, input, { result });
      return { result, pictures };
    } catch (error) {
      recorder.call(slug, session, name, input, { error });
      throw error;
    }
  }

  /** Names of the session's files, such as those that a person attached, become their paths. */
  async #withFiles(agent: Agent, session: string, input: unknown): Promise<unknown> {
    const { paths } = (input ?? {}) as { paths?: unknown };
    if (!Array.isArray(paths)) return input;
    const folder = this.#options.folders.session(agent.slug, session);
    const found = await Promise.all(
      paths.map(async (path) => (typeof path === 'string' && (await folder.give(path))) || path),
    );
    if (agent.host.kind === 'remote' && found.some((path, at) => path !== paths[at])) throw cannotSend(agent);
    return { ...(input as object), paths: found };
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
    const { hosts, folders, hub } = this.#options;
    const { slug } = agent;
    const host = hosts.of(agent);
    const copy = (file: KeptFile, target: string) => host.copyFile(session, file, target);
    const names = await folders.session(slug, session).keep(result, copy);
    hub.publish(slug, session, { type: 'files' });
    const base = `/api/agents/${slug}/sessions/${encodeURIComponent(session)}/files/`;
    return names.map((name) => base + encodeURIComponent(name));
  }
}

function cannotSend({ slug }: Agent): BtcpError {
  return new BtcpError(
    'unsupported',
    `The browser of agent "${slug}" runs on another server, which has no files of this one.`,
    {
      hint: 'Copy the file to a folder that the other server allows with --upload-dir, and give its path there.',
    },
  );
}

function isOwned(thrown: unknown): thrown is BtcpError {
  return thrown instanceof BtcpError && thrown.code === 'browser_owned';
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}
