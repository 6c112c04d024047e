import { BtcpError } from '@btcp/tools';
import type { Agent } from '../api/types.js';
import type { StateTable } from '../store/states.js';
import type { AgentHost } from './agent-host.js';
import { namesInstead } from './names-instead.js';

/** In whose name a browser is used that no session has. */
const NO_SESSION = 'default';

/** Uses an agent's browser for a session, which it changes hands to. */
export type WithHost = <T>(agent: Agent, session: string, use: (host: AgentHost) => Promise<T>) => Promise<T>;

/** What an agent's browser is signed in to and has open, kept by name. */
export class AgentStates {
  readonly #states: StateTable;
  readonly #withHost: WithHost;
  readonly #hostOf: (agent: Agent) => AgentHost;

  constructor(states: StateTable, hostOf: (agent: Agent) => AgentHost, withHost: WithHost) {
    this.#states = states;
    this.#hostOf = hostOf;
    this.#withHost = withHost;
  }

  /** Tells what of it could not be saved. */
  async save(agent: Agent, name: string, asked: string | undefined): Promise<string[]> {
    const session = asked ?? (await this.#sessionOf(agent));
    const state = await this.#withHost(agent, session, (host) => host.saveState(session));
    this.#states.put(agent.slug, name, state);
    return state.storage.flatMap(({ origin, leftOut = [] }) => leftOut.map((what) => `${origin}: ${what}`));
  }

  /** Into whichever browser the agent has now. */
  async restore(agent: Agent, name: string, asked: string | undefined): Promise<void> {
    const { slug } = agent;
    const state = this.#states.get(slug, name);
    if (!state) throw this.#noSuchState(slug, name);
    const session = asked ?? (await this.#sessionOf(agent));
    await this.#withHost(agent, session, (host) => host.restoreState(session, state));
  }

  remove({ slug }: Agent, name: string): void {
    if (!this.#states.remove(slug, name)) throw this.#noSuchState(slug, name);
  }

  #noSuchState(slug: string, name: string): BtcpError {
    const names = this.#states.list(slug).map((state) => state.name);
    return new BtcpError('not_found', `Agent "${slug}" has no state "${name}".`, {
      hint: namesInstead(name, names, 'It has none yet: save one first.'),
    });
  }

  /** The session that has the agent's browser; one of its own where none has. */
  async #sessionOf(agent: Agent): Promise<string> {
    const { sessionId, sessions } = await this.#hostOf(agent).status();
    if (sessionId !== null || sessions.length === 0) return sessionId ?? NO_SESSION;
    throw new BtcpError('ambiguous', `Several sessions of agent "${agent.slug}" have a browser.`, {
      hint: `Name one as sessionId: ${sessions.join(', ')}.`,
    });
  }
}
