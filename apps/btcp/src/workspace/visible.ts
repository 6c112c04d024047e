import { BtcpError } from '@btcp/tools';
import { namesInstead } from '../agents/names-instead.js';
import type { Agent, ListedSession, ModelSettings, Right, Session } from '../contract/types.js';
import type { SharedSession } from '../store/shares.js';
import type { NamedToken } from '../system/named-tokens.js';
import { mayListOutside } from './own-sessions.js';
import type { Workspace } from './workspace.js';

/** Somebody of the team; undefined is the person who runs the server. */
export type Person = Pick<NamedToken, 'name' | 'role'> | undefined;

/** Which model there is, without the address at which the server finds it. */
export function shownModel(model: ModelSettings, isAdmin: boolean): ModelSettings {
  return isAdmin ? model : { ...model, baseUrl: null };
}

const ORDER: readonly Right[] = ['watch', 'drive', 'own'];

/** The workspace as one person sees it: their own agents, the sessions that are shared with them, and everything for admins. */
export class Visible {
  readonly #space: Workspace;
  readonly #person: Person;

  #agents: Agent[] = [];
  #shares: SharedSession[] = [];

  static async of(space: Workspace, person: Person): Promise<Visible> {
    const visible = new Visible(space, person);
    await visible.refresh();
    return visible;
  }

  private constructor(space: Workspace, person: Person) {
    this.#space = space;
    this.#person = person;
  }

  async refresh(): Promise<void> {
    const { agents, store } = this.#space;
    const shares = this.#person ? store.shares.withPerson(this.#person.name) : [];
    [this.#agents, this.#shares] = await Promise.all([agents.list(), shares]);
  }

  get isAdmin(): boolean {
    return this.#person === undefined || this.#person.role === 'admin';
  }

  agents(): Agent[] {
    const all = this.#agents;
    if (this.isAdmin) return all;
    const shared = new Set(this.#shares.map(({ agent }) => agent));
    return all.flatMap((agent) => {
      if (this.#owns(agent)) return agent;
      if (!shared.has(agent.slug)) return [];
      const { settings: _, ...shown } = agent;
      return { ...shown, host: { kind: 'local' as const } };
    });
  }

  async sessions(agent: string): Promise<Session[]> {
    const all = await this.#space.sessions.list(agent);
    return all.flatMap((session) => {
      const right = this.rightIn(agent, session.id);
      if (right === 'own') return session;
      return right ? { ...session, right } : [];
    });
  }

  mayList(session: ListedSession): boolean {
    if (this.isAdmin || this.#person === undefined) return true;
    const { agent, id } = session;
    return agent === undefined ? mayListOutside(this.#person, session) : this.rightIn(agent, id) !== undefined;
  }

  /** What the person may do with an agent or a session of it; undefined where it does not exist for them. */
  rightIn(slug: string, session?: string): Right | undefined {
    const agent = this.#agents.find((each) => each.slug === slug);
    if (!agent) return undefined;
    if (this.isAdmin || this.#owns(agent)) return 'own';
    const share = this.#shares.find((each) => each.agent === slug && each.session === session);
    return share && this.#person?.role === 'viewer' ? 'watch' : share?.role;
  }

  /** Rejects what the person has no right to, and what they cannot see as if it did not exist. */
  assert(needed: Right, slug: string, session?: string): Right {
    const right = this.rightIn(slug, session);
    if (right === undefined) throw session === undefined ? this.#noAgent(slug) : this.#noSession(slug, session);
    if (ORDER.indexOf(right) >= ORDER.indexOf(needed)) return right;
    throw new BtcpError('denied', `This session is shared with ${this.#person?.name} to ${right}, not to ${needed}.`, {
      hint: needed === 'drive' ? 'Ask its owner to share it to drive.' : 'Only its owner and admins can do that.',
    });
  }

  #owns({ owner }: Agent): boolean {
    return owner !== undefined && owner === this.#person?.name;
  }

  #noAgent(slug: string): BtcpError {
    const slugs = this.agents().map((agent) => agent.slug);
    return new BtcpError('not_found', `There is no agent "${slug}".`, {
      hint: namesInstead(slug, slugs, 'There are none yet: create one at the web page, or with POST /api/agents.'),
    });
  }

  #noSession(agent: string, session: string): BtcpError {
    if (!this.agents().some(({ slug }) => slug === agent)) return this.#noAgent(agent);
    return new BtcpError('not_found', `Agent "${agent}" has no session "${session}".`, {
      hint: `GET /api/agents/${agent}/sessions lists them.`,
    });
  }
}
