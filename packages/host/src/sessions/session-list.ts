import { BtcpError, type ListedSession } from '@btcp/protocol';
import type { Conversation, ConversationFollower } from '@btcp/tools';
import { DistantSession, type DistantSessionOptions } from './distant-session.js';
import { FollowedSession, type SessionOrigin } from './followed-session.js';
import type { ListedEntry } from './listed-entry.js';

/** What changes in a list of sessions: one came or is different, or one is gone. */
export type SessionListEvent = { type: 'session'; session: ListedSession } | { type: 'session_gone'; id: string };

// How many sessions without a browser are still listed.
const MAX_ENDED = 20;
// Changes come in bursts; each burst is one event.
const GATHER_MS = 80;
const MAX_NAME = 120;

/** All sessions of a server, from any client: who drives, where they are, since when. */
export class SessionList {
  readonly #followed = new Map<Conversation, FollowedSession>();
  readonly #ended: FollowedSession[] = [];
  readonly #distant = new Set<DistantSession>();
  readonly #elsewhere = new Set<ListedEntry>();
  readonly #listeners = new Set<(event: SessionListEvent) => void>();
  readonly #changed = new Set<ListedEntry>();
  readonly #reported = new Map<ListedEntry, { id: string; text: string }>();
  #gathering: NodeJS.Timeout | undefined;

  follower(origin: SessionOrigin = {}): ConversationFollower {
    return {
      began: (conversation) => this.#began(conversation, origin),
      ended: (conversation) => this.#end(conversation),
      called: (conversation) => {
        const followed = this.#followed.get(conversation) ?? this.#began(conversation, origin);
        followed.callBegan();
        return (outcome) => followed.callEnded('result' in outcome ? (outcome.result.page ?? undefined) : undefined);
      },
    };
  }

  /** Lists a session whose browser runs on another server, while its browser is open. */
  addDistant(options: DistantSessionOptions): DistantSession {
    const distant = new DistantSession(options, () => this.#note(distant));
    this.#distant.add(distant);
    return distant;
  }

  removeDistant(distant: DistantSession): void {
    this.#distant.delete(distant);
    this.#note(distant);
  }

  showElsewhere(entry: ListedEntry): void {
    this.#elsewhere.add(entry);
    this.#note(entry);
  }

  endElsewhere(entry: ListedEntry): void {
    this.#elsewhere.delete(entry);
    this.#note(entry);
  }

  list(): ListedSession[] {
    const shown = new Map<string, ListedEntry>();
    for (const each of this.#all())
      if (each.isListed && !shown.has(each.id) && !this.#isDouble(each)) shown.set(each.id, each);
    return [...shown.values()].map((each) => each.describe()).sort((one, other) => other.since - one.since);
  }

  get(id: string): ListedEntry {
    const found = this.find(id);
    if (found) return found;
    throw new BtcpError('not_found', `There is no session "${id}".`, { hint: 'GET /sessions lists them.' });
  }

  find(id: string): ListedEntry | undefined {
    // Open ones first: an ended one may have had the same id.
    return this.#all().find((each) => each.isListed && each.id === id);
  }

  rename(id: string, name: string): ListedSession {
    const followed = this.get(id);
    followed.givenName = name.trim().slice(0, MAX_NAME) || undefined;
    this.#note(followed);
    return followed.describe();
  }

  subscribe(listener: (event: SessionListEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #all(): ListedEntry[] {
    return [...this.#followed.values(), ...this.#distant, ...this.#elsewhere, ...this.#ended];
  }

  #began(conversation: Conversation, origin: SessionOrigin): FollowedSession {
    const known = this.#followed.get(conversation);
    if (known) return known;
    const before = this.#takeEnded(conversation, origin);
    const followed =
      before ?? new FollowedSession(origin, (name) => this.#all().filter((each) => each.callerName === name).length);
    followed.follow(conversation, () => this.#note(followed));
    this.#followed.set(conversation, followed);
    this.#note(followed);
    return followed;
  }

  // A browser that was closed and opened again is the same session.
  #takeEnded({ id }: Conversation, { agent }: SessionOrigin): FollowedSession | undefined {
    const at = agent === undefined ? this.#ended.findIndex((each) => each.id === id) : -1;
    return at < 0 ? undefined : this.#ended.splice(at, 1)[0];
  }

  #end(conversation: Conversation): void {
    const followed = this.#followed.get(conversation);
    if (!followed) return;
    this.#followed.delete(conversation);
    followed.end();
    if (followed.isListed) this.#ended.unshift(followed);
    for (const forgotten of this.#ended.splice(MAX_ENDED)) this.#note(forgotten);
    this.#note(followed);
  }

  // A session of an agent that runs here is listed under the agent, and not a second time as a session of this server.
  #isDouble({ id }: ListedEntry): boolean {
    return [...this.#distant].some((distant) => distant.isListed && distant.nameHere === id);
  }

  #note(followed: ListedEntry): void {
    this.#changed.add(followed);
    if (followed instanceof DistantSession && followed.nameHere !== undefined)
      for (const each of this.#followed.values()) if (each.id === followed.nameHere) this.#changed.add(each);
    this.#gathering ??= setTimeout(() => this.#announce(), GATHER_MS);
  }

  #announce(): void {
    this.#gathering = undefined;
    for (const followed of this.#changed) {
      const reported = this.#reported.get(followed);
      const isShown = this.find(followed.id) === followed && !this.#isDouble(followed);
      const shown = isShown ? followed.describe() : undefined;
      if (reported && reported.id !== shown?.id) this.#emitLeft(reported.id);
      if (!shown) this.#reported.delete(followed);
      else {
        const text = JSON.stringify(shown);
        if (text !== reported?.text) this.#emit({ type: 'session', session: shown });
        this.#reported.set(followed, { id: shown.id, text });
      }
    }
    this.#changed.clear();
  }

  // Another entry may go on with the id: a session that has moved to another server.
  #emitLeft(id: string): void {
    const found = this.find(id);
    const next = found && !this.#isDouble(found) ? found : undefined;
    this.#emit(next ? { type: 'session', session: next.describe() } : { type: 'session_gone', id });
  }

  #emit(event: SessionListEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
