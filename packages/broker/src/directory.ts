import { RpcError } from '@btcp/protocol';
import type { Member } from './member.js';
import { Session } from './session.js';

/** Who is here: members by their secrets, sessions by id and by the name that a client of the public server chose. */
export class Directory {
  readonly sessions = new Map<string, Session>();
  readonly members = new Map<string, Member>();
  readonly #byResumeToken = new Map<string, Member>();
  readonly #byName = new Map<string, Session>();
  readonly #listeners = new Set<() => void>();

  add(member: Member): void {
    this.members.set(member.id, member);
    this.#byResumeToken.set(member.resumeToken, member);
  }

  /** The member that may be resumed with this token, if it belongs to the same owner. */
  resumable(token: unknown, owner: string): Member | undefined {
    const member = typeof token === 'string' ? this.#byResumeToken.get(token) : undefined;
    return member?.principal.owner === owner && member.clientType ? member : undefined;
  }

  /** Takes a member off for good: its calls and those to it are answered with an error. */
  remove(member: Member, reason: string): void {
    clearTimeout(member.farewell);
    this.members.delete(member.id);
    this.#byResumeToken.delete(member.resumeToken);
    const { session } = member;
    if (session?.page === member) this.#endSession(session);
    else session?.agents.delete(member);
    const error = new RpcError('CONNECTION_LOST', reason);
    member.peer.failRequests(error);
    member.peer.abandon(error);
  }

  createSession(page: Member): Session {
    const session = new Session(page);
    page.session = session;
    this.sessions.set(session.id, session);
    session.listeners.add(() => this.#changed());
    this.#changed();
    return session;
  }

  sessionsOf(owner: string): Session[] {
    return [...this.sessions.values()].filter((session) => session.owner === owner);
  }

  /** A session of this owner by id or by chosen name; those of others do not exist for it. */
  find(id: unknown, owner: string): Session | undefined {
    const session = this.sessions.get(String(id)) ?? this.#byName.get(nameKey(owner, String(id)));
    return session?.owner === owner ? session : undefined;
  }

  name(session: Session, name: string): void {
    this.#byName.set(nameKey(session.owner, name), session);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #endSession(session: Session): void {
    this.sessions.delete(session.id);
    for (const [name, named] of this.#byName) if (named === session) this.#byName.delete(name);
    session.end();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function nameKey(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}
