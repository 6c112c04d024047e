import { BtcpError } from '@btcp/tools';
import { namesInstead } from '../agents/names-instead.js';
import type { Agent } from '../contract/types.js';
import type { AgentTable } from '../store/agents.js';
import { changedSettings } from './agent-settings.js';

const DEMO_NAME = 'Demo';

export class AgentDirectory {
  readonly #agents: AgentTable;
  readonly #offered: ReadonlySet<string>;

  constructor(agents: AgentTable, offered: ReadonlySet<string>) {
    this.#offered = offered;
    this.#agents = agents;
  }

  list(): Promise<Agent[]> {
    return this.#agents.list();
  }

  async get(slug: string): Promise<Agent> {
    const agent = await this.#agents.get(slug);
    if (agent) return agent;
    const slugs = (await this.list()).map((each) => each.slug);
    throw new BtcpError('not_found', `There is no agent "${slug}".`, {
      hint: namesInstead(slug, slugs, 'There are none yet: create one at the web page, or with POST /api/agents.'),
    });
  }

  async create(name: string, host: Agent['host'], owner?: string): Promise<Agent> {
    // With the name of its owner: a number in it would reveal that somebody else has an agent of this name.
    const slug = owner === undefined ? slugOf(name) : `${slugOf(owner)}~${slugOf(name)}`;
    for (let number = 1; ; number++) {
      const free = number === 1 ? slug : `${slug}-${number}`;
      const agent = { slug: free, name, ...(owner === undefined ? {} : { owner }), created: Date.now(), host };
      if (await this.#agents.add(agent)) return agent;
    }
  }

  /** The demonstration of a person, which is created with the first one that they watch. */
  async demo(owner?: string): Promise<Agent> {
    const known = (await this.list()).find((agent) => agent.isDemo && agent.owner === owner);
    if (known) return known;
    const agent = { ...(await this.create(DEMO_NAME, { kind: 'local' }, owner)), isDemo: true as const };
    await this.#agents.put(agent);
    return agent;
  }

  async change(slug: string, { name, settings }: { name?: string | undefined; settings?: unknown }): Promise<Agent> {
    const { settings: before = {}, ...agent } = await this.get(slug);
    const changed = settings === undefined ? before : changedSettings(before, settings, this.#offered);
    const isSet = changed !== undefined && Object.keys(changed).length > 0;
    const after = { ...agent, ...(name === undefined ? {} : { name }), ...(isSet ? { settings: changed } : {}) };
    await this.#agents.put(after);
    return after;
  }

  async remove(slug: string): Promise<void> {
    await this.#agents.remove(slug);
  }
}

function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 40) || 'agent';
}
