import { randomBytes } from 'node:crypto';
import { BtcpError } from '@btcp/tools';
import type { Session, Share } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
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
  readonly #hub: SessionHub;

  constructor({ sessions, shares }: Pick<Store, 'sessions' | 'shares'>, agents: AgentDirectory, hub: SessionHub) {
    this.#sessions = sessions;
    this.#shares = shares;
    this.#agents = agents;
    this.#hub = hub;
  }

  list(agent: string): Session[] {
    return this.#sessions.list(agent);
  }

  get(agent: string, id: string): Session {
    this.#agents.get(agent);
    const session = this.#sessions.get(agent, id);
    if (session) return session;
    throw new BtcpError('not_found', `Agent "${agent}" has no session "${id}".`, {
      hint: `GET /api/agents/${agent}/sessions lists them.`,
    });
  }

  create(agent: string, title?: string, id = randomBytes(9).toString('base64url')): Session {
    this.#agents.get(agent);
    const now = Date.now();
    const run = { state: 'idle' } as const;
    const session: Session = { id, agent, title: title || NEW_TITLE, created: now, updated: now, run };
    this.#sessions.add(session);
    this.#hub.publishChange({ of: 'sessions', agent });
    return session;
  }

  // Callers elsewhere choose their own ids.
  ensure(agent: string, id: string): Session {
    return this.#sessions.get(agent, id) ?? this.create(agent, `Session ${shorten(id, 40)}`, id);
  }

  rename(agent: string, id: string, title: string): Session {
    this.get(agent, id);
    this.#sessions.setTitle(agent, id, title);
    this.#hub.publish(agent, id, { type: 'title', title });
    return this.get(agent, id);
  }

  share(agent: string, id: string, share: Share): Share[] {
    this.get(agent, id);
    this.#shares.put(agent, id, share);
    return this.#shared(agent, id);
  }

  unshare(agent: string, id: string, person: string): Share[] {
    this.get(agent, id);
    if (!this.#shares.remove(agent, id, person)) {
      throw new BtcpError('not_found', `Session "${id}" is not shared with ${person}.`, {
        hint: `GET /api/agents/${agent}/sessions/${id}/shares lists with whom.`,
      });
    }
    return this.#shared(agent, id);
  }

  #shared(agent: string, id: string): Share[] {
    this.#hub.publishChange({ of: 'agents' });
    this.#hub.publishChange({ of: 'sessions', agent });
    return this.#shares.list(agent, id);
  }

  nameAfter(text: string, { agent, id, title }: Session): void {
    if (title === NEW_TITLE) this.rename(agent, id, shorten(text, 60));
  }

  remove(agent: string, id: string): void {
    this.#sessions.remove(agent, id);
    this.#hub.publishChange({ of: 'sessions', agent });
  }
}
