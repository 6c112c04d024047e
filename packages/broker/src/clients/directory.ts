import type { Client } from './client.js';
import type { Caller } from './principal.js';
import { RegisteredPage } from './registered-page.js';
import type { Transport } from './transport.js';

export class Directory {
  readonly pages = new Map<string, RegisteredPage>();
  readonly clients = new Map<string, Client>();
  readonly transports = new Set<Transport>();
  readonly #resumeWindow: number;
  readonly #byResumeToken = new Map<string, Client>();
  readonly #byName = new Map<string, RegisteredPage>();
  readonly #listeners = new Set<() => void>();

  constructor(resumeWindow: number) {
    this.#resumeWindow = resumeWindow;
  }

  add(client: Client): void {
    this.clients.set(client.id, client);
    this.#byResumeToken.set(client.resumeToken, client);
  }

  resumable(token: unknown, { principal: { owner }, origin }: Caller): Client | undefined {
    const client = typeof token === 'string' ? this.#byResumeToken.get(token) : undefined;
    return client?.principal.owner === owner && client.origin === origin && client.type ? client : undefined;
  }

  disconnected(client: Client, { isFinal }: { isFinal: boolean }): void {
    if (isFinal || !client.type) this.remove(client, 'disconnected');
    else client.awaitReturn(this.#resumeWindow, () => this.remove(client, 'did not come back'));
  }

  remove(client: Client, reason: string): void {
    if (client.transport) this.transports.delete(client.transport);
    this.clients.delete(client.id);
    this.#byResumeToken.delete(client.resumeToken);
    const { page } = client;
    if (page?.client === client) this.#endPage(page);
    else page?.agents.delete(client);
    client.end(reason);
  }

  registerPage(client: Client): void {
    const page = new RegisteredPage(client);
    client.page = page;
    this.pages.set(page.sessionId, page);
    page.listeners.add(() => this.#notifyChange());
    this.#notifyChange();
  }

  pagesOf(owner: string): RegisteredPage[] {
    return [...this.pages.values()].filter((page) => page.owner === owner);
  }

  // Pages of other owners do not exist for this one.
  find(id: unknown, owner: string): RegisteredPage | undefined {
    const page = this.pages.get(String(id)) ?? this.#byName.get(nameKey(owner, String(id)));
    return page?.owner === owner ? page : undefined;
  }

  /** The page that chose this name itself. */
  named(name: string, owner: string): RegisteredPage | undefined {
    return this.#byName.get(nameKey(owner, name));
  }

  name(page: RegisteredPage, name: string): void {
    this.#byName.set(nameKey(page.owner, name), page);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #endPage(page: RegisteredPage): void {
    this.pages.delete(page.sessionId);
    for (const [name, named] of this.#byName) if (named === page) this.#byName.delete(name);
    page.end();
  }

  #notifyChange(): void {
    for (const listener of this.#listeners) listener();
  }
}

function nameKey(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}
