import { BtcpError } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { StateTable } from '../store/states.js';
import type { AgentBrowsers } from './agent-browsers.js';
import { namesInstead } from './names-instead.js';

const DEFAULT_SESSION = 'default';

export class AgentStates {
  readonly #states: StateTable;
  readonly #hosts: AgentHosts;
  readonly #browsers: AgentBrowsers;

  constructor(states: StateTable, hosts: AgentHosts, browsers: AgentBrowsers) {
    this.#states = states;
    this.#hosts = hosts;
    this.#browsers = browsers;
  }

  async save(agent: Agent, name: string, asked: string | undefined): Promise<string[]> {
    const session = asked ?? (await this.#sessionOf(agent));
    const state = await this.#browsers.use(agent, session, (host) => host.saveState(session));
    await this.#states.put(agent.slug, name, state);
    return state.storage.flatMap(({ origin, leftOut = [] }) => leftOut.map((what) => `${origin}: ${what}`));
  }

  async restore(agent: Agent, name: string, asked: string | undefined): Promise<void> {
    const { slug } = agent;
    const state = await this.#states.get(slug, name);
    if (!state) throw await this.#noSuchState(slug, name);
    const session = asked ?? (await this.#sessionOf(agent));
    await this.#browsers.use(agent, session, (host) => host.restoreState(session, state));
  }

  async remove({ slug }: Agent, name: string): Promise<void> {
    if (!(await this.#states.remove(slug, name))) throw await this.#noSuchState(slug, name);
  }

  async #noSuchState(slug: string, name: string): Promise<BtcpError> {
    const names = (await this.#states.list(slug)).map((state) => state.name);
    return new BtcpError('not_found', `Agent "${slug}" has no state "${name}".`, {
      hint: namesInstead(name, names, 'It has none yet: save one first.'),
    });
  }

  async #sessionOf(agent: Agent): Promise<string> {
    const { sessionId, sessions } = await this.#hosts.of(agent).status();
    if (sessionId !== null || sessions.length === 0) return sessionId ?? DEFAULT_SESSION;
    throw new BtcpError('ambiguous', `Several sessions of agent "${agent.slug}" have a browser.`, {
      hint: `Name one as sessionId: ${sessions.join(', ')}.`,
    });
  }
}
