import { createHmac } from 'node:crypto';
import { type Client, mintSecret } from './client.js';
import type { PageElsewhere, PageMember } from './connected-page.js';
import type { Caller } from './principal.js';
import { RegisteredPage } from './registered-page.js';
import type { Transport } from './transport.js';

const RESUME_TOKEN = /^[\w-]{22}$/;
const SESSION_ID_LENGTH = 22;

export class Directory {
  readonly pages = new Map<string, RegisteredPage>();
  readonly clients = new Map<string, Client>();
  readonly transports = new Set<Transport>();
  readonly #resumeWindow: number;
  readonly #sessionKey: Buffer | undefined;
  readonly #byResumeToken = new Map<string, Client>();
  readonly #byName = new Map<string, RegisteredPage>();
  readonly #listeners = new Set<(page: RegisteredPage) => void>();

  constructor(resumeWindow: number, sessionKey?: Buffer) {
    this.#resumeWindow = resumeWindow;
    this.#sessionKey = sessionKey;
  }

  add(client: Client): void {
    this.clients.set(client.id, client);
    this.#byResumeToken.set(client.resumeToken, client);
  }

  resumable(token: unknown, { principal: { owner }, origin }: Caller): Client | undefined {
    const client = typeof token === 'string' ? this.#byResumeToken.get(token) : undefined;
    return client?.principal.owner === owner && client.origin === origin && client.type ? client : undefined;
  }

  /** Lets a page keep the session that it had at another broker with the same key. */
  adopt(client: Client, token: unknown): void {
    if (!this.#sessionKey || client.type || typeof token !== 'string' || !RESUME_TOKEN.test(token)) return;
    if (this.#byResumeToken.has(token)) return;
    this.#byResumeToken.delete(client.resumeToken);
    client.resumeToken = token;
    this.#byResumeToken.set(token, client);
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
    if (page?.member === client) this.#endPage(page);
    else page?.agents.delete(client);
    client.end(reason);
  }

  registerPage(client: Client): void {
    client.page = this.#show(this.#sessionOf(client), client);
  }

  /** Shows a page of another broker, or what has changed of it. A page that was connected here has moved there. */
  showElsewhere(member: PageElsewhere): void {
    const before = this.pages.get(member.sessionId)?.client;
    const page = this.#show(member.sessionId, member, member.createdAt);
    if (JSON.stringify(page.tools) !== JSON.stringify(member.tools)) page.setTools(member.tools);
    if (!before) return;
    before.page = undefined;
    before.transport?.close(1012, 'connected to another server');
    this.remove(before, 'connected to another server');
  }

  endElsewhere(sessionId: string): void {
    const page = this.pages.get(sessionId);
    if (page && !page.client) this.#endPage(page);
  }

  pagesOf(owner: string): RegisteredPage[] {
    return [...this.pages.values()].filter((page) => page.owner === owner);
  }

  // Pages of other owners do not exist for this one.
  find(id: unknown, owner: string): RegisteredPage | undefined {
    const page = this.pages.get(String(id)) ?? this.#byName.get(nameKey(owner, String(id)));
    return page?.owner === owner ? page : undefined;
  }

  named(name: string, owner: string): RegisteredPage | undefined {
    return this.#byName.get(nameKey(owner, name));
  }

  name(page: RegisteredPage, name: string): void {
    this.#byName.set(nameKey(page.owner, name), page);
  }

  onChange(listener: (page: RegisteredPage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #endPage(page: RegisteredPage): void {
    this.pages.delete(page.sessionId);
    for (const [name, named] of this.#byName) if (named === page) this.#byName.delete(name);
    page.end();
  }

  // A page that has moved stays the same for its agents.
  #show(sessionId: string, member: PageMember, createdAt?: number): RegisteredPage {
    const known = this.pages.get(sessionId);
    const page = known ?? new RegisteredPage(sessionId, member, createdAt);
    page.member = member;
    if (!known) {
      this.pages.set(sessionId, page);
      page.listeners.add(() => this.#notifyChange(page));
    }
    this.#notifyChange(page);
    return page;
  }

  // Brokers with one key derive the same id from a token, so a page keeps it wherever it connects again.
  #sessionOf({ resumeToken, owner, origin }: Client): string {
    if (!this.#sessionKey) return mintSecret();
    const whose = JSON.stringify([resumeToken, owner, origin ?? null]);
    return createHmac('sha256', this.#sessionKey).update(whose).digest('base64url').slice(0, SESSION_ID_LENGTH);
  }

  #notifyChange(page: RegisteredPage): void {
    for (const listener of this.#listeners) listener(page);
  }
}

function nameKey(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}
