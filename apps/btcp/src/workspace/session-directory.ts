import { randomBytes } from 'node:crypto';
import { BtcpError } from '@btcp/tools';
import type { Session, Share } from '../contract/types.js';
import { shorten } from '../recording/describe-call.js';
import type { SessionTable } from '../store/sessions.js';
import type { ShareTable } from '../store/shares.js';
import type { Store } from '../store/store.js';
import type { AgentDirectory } from './agent-directory.js';

const NEW_TITLE = 'New session';

export class SessionDirectory {
  readonly #sessions: SessionTable;
  readonly #shares: ShareTable;
  readonly #agents: AgentDirectory;

  constructor({ sessions, shares }: Pick<Store, 'sessions' | 'shares'>, agents: AgentDirectory) {
    this.#sessions = sessions;
    this.#shares = shares;
    this.#agents = agents;
  }

  list(agent: string): Promise<Session[]> {
    return this.#sessions.list(agent);
  }

  async get(agent: string, id: string): Promise<Session> {
    const session = await this.#sessions.get(agent, id);
    if (session) return session;
    await this.#agents.get(agent);
    throw new BtcpError('not_found', `Agent "${agent}" has no session "${id}".`, {
      hint: `GET /api/agents/${agent}/sessions lists them.`,
    });
  }

  async create(agent: string, title?: string, id = randomBytes(9).toString('base64url')): Promise<Session> {
    await this.#agents.get(agent);
    const now = Date.now();
    const run = { state: 'idle' } as const;
    const session: Session = { id, agent, title: title || NEW_TITLE, created: now, updated: now, run };
    await this.#sessions.add(session);
    return session;
  }

  // Callers elsewhere choose their own ids.
  async ensure(agent: string, id: string): Promise<Session> {
    return (await this.#sessions.get(agent, id)) ?? this.create(agent, `Session ${shorten(id, 40)}`, id);
  }

  async rename(agent: string, id: string, title: string): Promise<Session> {
    await this.get(agent, id);
    await this.#sessions.setTitle(agent, id, title);
    return this.get(agent, id);
  }

  async share(agent: string, id: string, share: Share): Promise<Share[]> {
    await this.get(agent, id);
    await this.#shares.put(agent, id, share);
    return this.#shares.list(agent, id);
  }

  async unshare(agent: string, id: string, person: string): Promise<Share[]> {
    await this.get(agent, id);
    if (!(await this.#shares.remove(agent, id, person))) {
      throw new BtcpError('not_found', `Session "${id}" is not shared with ${person}.`, {
        hint: `GET /api/agents/${agent}/sessions/${id}/shares lists with whom.`,
      });
    }
    return this.#shares.list(agent, id);
  }

  async nameAfter(text: string, { agent, id, title }: Session): Promise<void> {
    if (title === NEW_TITLE) await this.rename(agent, id, shorten(text, 60));
  }

  async remove(agent: string, id: string): Promise<void> {
    await this.#sessions.remove(agent, id);
  }
}
