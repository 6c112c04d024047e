import type { ListedSession } from '@btcp/protocol';
import { publicAddress, type SessionEvent } from '@btcp/tools';
import { INITIAL_CONTROL } from './initial-control.js';
import type { ListedEntry } from './listed-entry.js';
import { driverOf, hiddenPage, plain, siteOf } from './session-facts.js';

export interface DistantSessionOptions {
  id: string;
  agent: { slug: string; name: string };
  /** Its name among the sessions that run here, which it may be one of: a server of a fleet can run browsers of its own agents. */
  nameHere?: string | undefined;
  takePicture(): Promise<Uint8Array | undefined>;
}

/** A session of an agent whose browser runs on another server, as its events and results report it. */
export class DistantSession implements ListedEntry {
  readonly conversation = undefined;
  readonly owner = undefined;
  givenName: string | undefined;
  readonly #options: DistantSessionOptions;
  readonly #onChange: () => void;
  #control = INITIAL_CONTROL;
  #page: ListedSession['page'] = null;
  #hasBrowser = false;
  #since = 0;
  #lastUsed = 0;
  #running = 0;
  #picture = 0;

  constructor(options: DistantSessionOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get id(): string {
    return this.#options.id;
  }

  get nameHere(): string | undefined {
    return this.#options.nameHere;
  }

  get callerName(): string {
    return this.#options.agent.name;
  }

  /** Like the other sessions of agents, while its browser is open. */
  get isListed(): boolean {
    return this.#hasBrowser;
  }

  note(event: SessionEvent): void {
    if (event.type === 'browser_active') this.#setBrowser(event.active);
    if (event.type === 'ownership' && event.owner !== this.id) this.#setBrowser(false);
    if (event.type === 'control') this.#control = event.control;
    if (event.type === 'navigation') this.#setPage({ title: '', url: event.url });
    this.#change();
  }

  /** A call begins; the function that is returned is called with the page when it has ended. */
  began(): (page: { title: string; url: string } | undefined) => void {
    this.#running++;
    this.#used();
    this.#change();
    return (page) => {
      this.#running--;
      this.#used();
      if (page) {
        this.#setBrowser(true);
        if (!this.#control.isPrivate) this.#setPage(page);
      }
      this.#change();
    };
  }

  lose(): void {
    this.#setBrowser(false);
    this.#change();
  }

  async takePicture(): Promise<Uint8Array | undefined> {
    return this.#control.isPrivate ? undefined : this.#options.takePicture();
  }

  describe(): ListedSession {
    const { id, agent } = this.#options;
    const { holder, isPrivate, request } = this.#control;
    const site = siteOf(this.#page?.url);
    return {
      id,
      name: this.givenName ?? (site === '' ? agent.name : `${agent.name} · ${site}`),
      caller: { kind: 'agent', name: agent.name },
      agent: agent.slug,
      page: isPrivate ? hiddenPage(this.#page) : this.#page,
      since: this.#since,
      lastUsed: this.#lastUsed,
      hasBrowser: this.#hasBrowser,
      isWorking: this.#running > 0,
      driver: driverOf(holder),
      isPrivate,
      request: request?.message ?? null,
      picture: this.#picture,
    };
  }

  #setBrowser(isOpen: boolean): void {
    if (isOpen && !this.#hasBrowser) this.#since = Date.now();
    if (!isOpen) this.#control = INITIAL_CONTROL;
    this.#hasBrowser = isOpen;
    if (isOpen) this.#used();
  }

  #setPage({ title, url }: { title: string; url: string }): void {
    this.#page = { title: plain(title), url: publicAddress(url) };
  }

  #used(): void {
    this.#lastUsed = Date.now();
    this.#since ||= this.#lastUsed;
  }

  #change(): void {
    this.#picture++;
    this.#onChange();
  }
}
