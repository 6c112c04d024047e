import type { ListedEntry } from '@btcp/host';
import type { ListedSession } from '@btcp/protocol';
import { MAX_CALLER_NAME } from './read-listed.js';

export interface SessionElsewhereOptions {
  isOwned(): boolean;
  /** The person of a team who placed it: a worker is not asked whose sessions it has. */
  owner(): string | undefined;
  takePicture(): Promise<Uint8Array | undefined>;
}

export class SessionElsewhere implements ListedEntry {
  readonly conversation = undefined;
  givenName: undefined;
  readonly #options: SessionElsewhereOptions;
  #listed: ListedSession;

  constructor(options: SessionElsewhereOptions, listed: ListedSession) {
    this.#options = options;
    this.#listed = listed;
  }

  update(listed: ListedSession): void {
    this.#listed = listed;
  }

  get id(): string {
    return this.#agent === undefined ? this.#listed.id : this.#listed.id.slice(this.#agent.length + 1);
  }

  get owner(): string | undefined {
    return this.#options.owner();
  }

  get callerName(): string {
    return this.#listed.caller.name;
  }

  get hasBrowser(): boolean {
    return this.#listed.hasBrowser;
  }

  get isListed(): boolean {
    return this.#options.isOwned();
  }

  takePicture(): Promise<Uint8Array | undefined> {
    return this.#options.takePicture();
  }

  describe(): ListedSession {
    const { kind, name } = this.#listed.caller;
    const { owner } = this;
    const agent = this.#agent;
    const caller = { kind: agent === undefined ? kind : ('agent' as const), name };
    return {
      ...this.#listed,
      id: this.id,
      caller: owner === undefined ? caller : { ...caller, owner },
      ...(agent === undefined ? {} : { agent }),
    };
  }

  // Agents of the workspace call by their own name, in sessions that begin with it; nobody of the team can do so.
  get #agent(): string | undefined {
    const { id, caller } = this.#listed;
    const [agent = '', ...session] = id.split('/');
    const isAgent = caller.kind === 'http' && agent.slice(0, MAX_CALLER_NAME) === caller.name && session.length > 0;
    return isAgent && this.owner === undefined ? agent : undefined;
  }
}
