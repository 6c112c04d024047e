import { join } from 'node:path';
import type { Conversation, ConversationFollower } from '@btcp/tools';
import type { HistorySession } from '../contract/history.js';
import type { Agent } from '../contract/types.js';
import type { Log } from '../observing/logging/log.js';
import { followTogether } from '../outside/follow-together.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import { HistoryRecorder } from './history-recorder.js';
import { type HistoryAbout, type HistoryLimits, HistoryStore } from './history-store.js';
import { SessionRecorder } from './session-recorder.js';
import type { LookAtPage } from './session-watch.js';

interface SessionHistoriesOptions {
  dataDirectory: string;
  limits: HistoryLimits | undefined;
  outside: OutsideSessions;
  log: Log;
}

export class SessionHistories {
  readonly store: HistoryStore | undefined;
  readonly #outside: OutsideSessions;
  readonly #recorder: HistoryRecorder | undefined;

  constructor({ dataDirectory, limits, outside, log }: SessionHistoriesOptions) {
    this.#outside = outside;
    if (!limits || limits.total === 0) return;
    const onProblem = (thrown: unknown) => log.write('warn', 'history not kept', { reason: String(thrown) });
    this.store = new HistoryStore(join(dataDirectory, 'history'), limits, onProblem);
    this.#recorder = new HistoryRecorder(this.store);
  }

  follower(): ConversationFollower {
    const listed = this.#outside.follower();
    const own = this.#recorder?.follower(({ id, caller }) => this.#aboutOutside(id, caller));
    return own ? followTogether(listed, own) : listed;
  }

  agentFollower({ slug, name }: Agent, idOf: (conversation: Conversation) => string): ConversationFollower {
    const caller = { kind: 'agent', name } as const;
    const listed = this.#outside.agentFollower({ agent: slug, caller, idOf });
    const own = this.#recorder?.follower((conversation) => ({ id: idOf(conversation), agent: slug, name, caller }));
    return own ? followTogether(listed, own) : listed;
  }

  /** Keeps a session of an agent of the workspace whose browser runs on another server, which is asked to look. */
  distant({ slug, name }: Pick<Agent, 'slug' | 'name'>, id: string, look: LookAtPage): SessionRecorder | undefined {
    const about: HistoryAbout = { id, agent: slug, name, caller: { kind: 'agent', name } };
    return this.store && new SessionRecorder(this.store, look, () => about);
  }

  past(id: string): HistorySession | undefined {
    return this.store?.find({ id });
  }

  /** Of a session without a browser that agents elsewhere began. */
  async lastPicture(id: string): Promise<{ data: Buffer; mimeType: string } | undefined> {
    const number = this.#outside.conversationOf(id)?.hasBrowser ? null : this.past(id)?.picture;
    return number ? this.store?.picture({ id }, number) : undefined;
  }

  nameOf(id: string): string | undefined {
    return this.#outside.list.find(id)?.describe().name;
  }

  async removed(agent: string, id?: string): Promise<void> {
    if (id === undefined) await this.store?.removeAgent(agent);
    else await this.store?.remove({ agent, id });
  }

  #aboutOutside(id: string, caller: Conversation['caller']): HistoryAbout {
    const listed = this.#outside.list.find(id)?.describe();
    const { name = id, caller: known = caller ?? { kind: 'http' as const, name: 'A program' } } = listed ?? {};
    return { id, name, caller: known };
  }
}
