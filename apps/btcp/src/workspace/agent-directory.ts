import { BtcpError } from '@btcp/tools';
import { namesInstead } from '../agents/names-instead.js';
import type { Agent } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentTable } from '../store/agents.js';
import { changedSettings } from './agent-settings.js';

const DEMO_NAME = 'Demo';

export class AgentDirectory {
  readonly #agents: AgentTable;
  readonly #hub: SessionHub;
  readonly #offered: ReadonlySet<string>;

  constructor(agents: AgentTable, hub: SessionHub, offered: ReadonlySet<string>) {
    this.#offered = offered;
    this.#agents = agents;
    this.#hub = hub;
  }

  list(): Agent[] {
    return this.#agents.list();
  }

  get(slug: string): Agent {
    const agent = this.#agents.get(slug);
    if (agent) return agent;
    const slugs = this.list().map((each) => each.slug);
    throw new BtcpError('not_found', `There is no agent "${slug}".`, {
      hint: namesInstead(slug, slugs, 'There are none yet: create one at the web page, or with POST /api/agents.'),
    });
  }

  create(name: string, host: Agent['host'], owner?: string): Agent {
    const slug = this.#freeSlug(name, owner);
    const agent = this.#put({ slug, name, ...(owner === undefined ? {} : { owner }), created: Date.now(), host });
    this.#hub.publishChange({ of: 'sessions', agent: agent.slug });
    return agent;
  }

  /** The demonstration of a person, which is created with the first one that they watch. */
  demo(owner?: string): Agent {
    const known = this.list().find((agent) => agent.isDemo && agent.owner === owner);
    return known ?? this.#put({ ...this.create(DEMO_NAME, { kind: 'local' }, owner), isDemo: true });
  }

  /** Changes what is given: the name, or some of the settings. */
  change(slug: string, { name, settings }: { name?: string | undefined; settings?: unknown }): Agent {
    const { settings: before = {}, ...agent } = this.get(slug);
    const changed = settings === undefined ? before : changedSettings(before, settings, this.#offered);
    const isSet = changed !== undefined && Object.keys(changed).length > 0;
    return this.#put({ ...agent, ...(name === undefined ? {} : { name }), ...(isSet ? { settings: changed } : {}) });
  }

  remove(slug: string): void {
    this.#agents.remove(slug);
    this.#hub.publishChange({ of: 'agents' });
  }

  #put(agent: Agent): Agent {
    this.#agents.put(agent);
    this.#hub.publishChange({ of: 'agents' });
    return agent;
  }

  // With the name of its owner: a number in it would reveal that somebody else has an agent of this name.
  #freeSlug(name: string, owner: string | undefined): string {
    const slug = owner === undefined ? slugOf(name) : `${slugOf(owner)}~${slugOf(name)}`;
    for (let number = 1; ; number++) {
      const free = number === 1 ? slug : `${slug}-${number}`;
      if (!this.#agents.get(free)) return free;
    }
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
