import type { Caller, ListedSession } from '@btcp/protocol';
import { type Conversation, publicAddress, type SessionEvent } from '@btcp/tools';
import type { ListedEntry } from './listed-entry.js';
import { driverOf, hiddenPage, plain, siteOf } from './session-facts.js';
import { SessionPicture } from './session-picture.js';

/** Where sessions come from, if they are not what their conversations say. */
export interface SessionOrigin {
  /** The session that works in a conversation now; its id when left out. */
  idOf?: (conversation: Conversation) => string;
  caller?: Caller;
  /** The agent of the workspace whose sessions they are. */
  agent?: string;
}

const MAX_CALLER_NAME = 40;
const UNKNOWN_CALLER: Caller = { kind: 'http', name: 'A program' };

export class FollowedSession implements ListedEntry {
  givenName: string | undefined;
  readonly picture = new SessionPicture();
  readonly #origin: SessionOrigin;
  readonly #countOf: (callerName: string) => number;
  #conversation: Conversation | undefined;
  #id = '';
  #caller: Caller | undefined;
  #owner: string | undefined;
  #number = 1;
  #page: ListedSession['page'] = null;
  #since = 0;
  #lastUsed = 0;
  #running = 0;
  #stop = () => {};
  #stopLive = () => {};
  #onChange = () => {};

  constructor(origin: SessionOrigin, countOf: (callerName: string) => number) {
    this.#origin = origin;
    this.#countOf = countOf;
  }

  get id(): string {
    return this.#conversation ? (this.#origin.idOf?.(this.#conversation) ?? this.#conversation.id) : this.#id;
  }

  get agent(): string | undefined {
    return this.#origin.agent;
  }

  get conversation(): Conversation | undefined {
    return this.#conversation;
  }

  get owner(): string | undefined {
    return this.#owner;
  }

  get callerName(): string | undefined {
    return this.#caller?.name;
  }

  /** A session that nobody has used is not listed; one of an agent is listed while its browser is open. */
  get isListed(): boolean {
    if (this.#origin.agent !== undefined) return this.#conversation?.hasBrowser ?? false;
    return this.#since > 0;
  }

  follow(conversation: Conversation, onChange: () => void): void {
    this.#conversation = conversation;
    this.#onChange = onChange;
    this.#stop = conversation.events.subscribe((event) => this.#onEvent(event));
    if (conversation.current) this.#followPages();
  }

  end(): void {
    this.#stop();
    this.#stopLive();
    this.#id = this.id;
    this.#running = 0;
    this.#conversation = undefined;
  }

  callBegan(): void {
    this.#used();
    this.#running++;
    this.#learnCaller();
    this.#onChange();
  }

  callEnded(page: { title: string; url: string } | undefined): void {
    this.#used();
    this.#running = Math.max(0, this.#running - 1);
    // A page without a live view says where it is in results only; of others they know the title at once.
    if (page && !this.#conversation?.lease.state.isPrivate) this.#setPage(page);
    this.picture.markChanged();
    this.#onChange();
  }

  async takePicture(): Promise<Uint8Array | undefined> {
    return this.picture.take(this.#conversation);
  }

  describe(): ListedSession {
    const { holder, isPrivate = false, request } = this.#conversation?.lease.state ?? {};
    const { agent } = this.#origin;
    const page = isPrivate ? hiddenPage(this.#page) : this.#page;
    return {
      id: this.id,
      name: this.givenName ?? this.#ownName(),
      caller: { ...(this.#caller ?? UNKNOWN_CALLER), ...(this.#owner === undefined ? {} : { owner: this.#owner }) },
      ...(agent === undefined ? {} : { agent }),
      page,
      since: this.#since,
      lastUsed: this.#lastUsed,
      hasBrowser: this.#conversation?.hasBrowser ?? false,
      isWorking: this.#running > 0,
      driver: driverOf(holder),
      isPrivate,
      request: request?.message ?? null,
      picture: this.picture.version,
    };
  }

  #ownName(): string {
    const { name } = this.#caller ?? UNKNOWN_CALLER;
    const numbered = this.#number > 1 ? `${name} ${this.#number}` : name;
    const site = siteOf(this.#page?.url);
    return site === '' ? numbered : `${numbered} · ${site}`;
  }

  #onEvent(event: SessionEvent): void {
    if (event.type === 'browser_active') {
      this.#stopLive();
      if (event.active) {
        this.#used();
        this.#learnCaller();
        this.#followPages();
      }
    }
    if (['navigation', 'tab', 'tool_result', 'control', 'driven'].includes(event.type)) this.picture.markChanged();
    this.#onChange();
  }

  #followPages(): void {
    const live = this.#conversation?.current?.live;
    if (!live) return;
    const read = () => {
      const shown = live.tabs.find(({ active }) => active) ?? live.tabs[0];
      if (shown && !this.#conversation?.lease.state.isPrivate) this.#setPage(shown);
    };
    read();
    const stop = live.subscribe((event) => {
      if (event.type !== 'tabs' && event.type !== 'navigation') return;
      read();
      this.#onChange();
    });
    this.#stopLive = () => {
      this.#stopLive = () => {};
      stop();
    };
  }

  #setPage({ title, url }: { title: string; url: string }): void {
    const page = { title: plain(title), url: publicAddress(url) };
    this.#page = this.#conversation?.masker.maskShort(page) ?? page;
  }

  #used(): void {
    this.#lastUsed = Date.now();
    this.#since ||= this.#lastUsed;
  }

  #learnCaller(): void {
    const said = this.#origin.caller ?? this.#conversation?.caller;
    this.#owner ??= said?.owner;
    if (!said || this.#caller?.name === said.name) return;
    const name = plain(said.name, MAX_CALLER_NAME) || UNKNOWN_CALLER.name;
    if (this.#caller?.name === name) return;
    if (this.#origin.agent === undefined) this.#number = this.#countOf(name) + 1;
    this.#caller = { kind: said.kind, name };
  }
}
