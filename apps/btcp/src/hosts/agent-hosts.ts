import type { Agent } from '../contract/types.js';
import type { AgentHost } from './agent-host.js';

export class AgentHosts {
  readonly #hosts = new Map<string, AgentHost>();
  readonly #create: (agent: Agent) => AgentHost;

  constructor(create: (agent: Agent) => AgentHost) {
    this.#create = create;
  }

  of(agent: Agent): AgentHost {
    let host = this.#hosts.get(agent.slug);
    if (!host) {
      host = this.#create(agent);
      this.#hosts.set(agent.slug, host);
    }
    return host;
  }

  // A host elsewhere outlives this server, so the agent's browsers must be closed there.
  async leave(agent: Agent): Promise<void> {
    const host = this.of(agent);
    const { sessions } = await host.status().catch(() => ({ sessions: [] }));
    const { signal } = new AbortController();
    await Promise.allSettled(sessions.map((session) => host.call(session, 'browser_close', {}, signal)));
  }

  get isActive(): boolean {
    return [...this.#hosts.values()].some((host) => host.isActive);
  }

  async close(slug: string): Promise<void> {
    const host = this.#hosts.get(slug);
    this.#hosts.delete(slug);
    await host?.close();
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled([...this.#hosts.keys()].map((slug) => this.close(slug)));
  }
}
