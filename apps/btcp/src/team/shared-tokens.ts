import { statSync } from 'node:fs';
import type { Records } from '@btcp/access';
import { readJson, readTokens, type StoredToken } from '../system/named-tokens.js';
import { writePrivate } from '../system/write-private.js';

/** What all gateways of a fleet keep of a named token. Without the token it was revoked, for good. */
export interface SharedToken {
  expires: number;
  token?: StoredToken;
}

/** Records of all gateways, which report what changes. */
export type TokenRecords = Pick<Records<SharedToken>, 'get' | 'create' | 'update'> & {
  follow(listener: (id: string, shared: SharedToken) => void): Promise<void>;
};

const LOOK_MS = 500;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Keeps the file of named tokens the same at all gateways of a fleet. Requests and commands use the file as on one
 * server; what changes in it here goes to all, and what others change comes into it.
 */
export class SharedTokens {
  readonly #file: string;
  // The ids that were in the file last: one that is missing now was revoked here.
  readonly #idsFile: string;
  readonly #records: TokenRecords;
  readonly #shared = new Map<string, SharedToken>();
  #syncing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  // As the file was when all of it was shared.
  #synced: string | undefined;

  constructor(file: string, records: TokenRecords) {
    this.#file = file;
    this.#idsFile = file.replace(/\.json$/, '-fleet.json');
    this.#records = records;
  }

  async start(): Promise<void> {
    await this.#records.follow((id, shared) => this.#saw(id, shared));
    await this.sync();
    this.#timer = setInterval(() => {
      if (this.#synced !== versionOf(this.#file)) void this.sync().catch(() => {});
    }, LOOK_MS).unref();
  }

  /** Resolves when what changed in the file holds at all gateways; rejects where NATS does not answer. */
  sync(): Promise<void> {
    const synced = this.#syncing.then(() => this.#sync());
    this.#syncing = synced.catch(() => {});
    return synced;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #saw(id: string, shared: SharedToken): void {
    if (this.#isRevoked(id)) {
      // No gateway writes it again: somebody has put an old record back.
      if (shared.token) void this.#revoke(id).catch(() => {});
      return;
    }
    this.#shared.set(id, shared);
    // Not later: a token that was revoked elsewhere counts for no other request.
    this.#write();
  }

  async #sync(): Promise<void> {
    const version = versionOf(this.#file);
    this.#synced = undefined;
    const tokens = readTokens(this.#file);
    const missing = tokens ? this.#ids().filter((id) => !tokens.some((token) => token.id === id)) : [];
    for (const id of missing) await this.#revoke(id);
    for (const token of tokens ?? []) if (!this.#shared.has(token.id)) await this.#share(token);
    if (!this.#write()) this.#synced = version;
  }

  async #share(token: StoredToken): Promise<void> {
    const shared = { expires: token.expires ?? NEVER, token };
    const isNew = await this.#records.create(token.id, shared);
    // Others have it already, or have revoked it.
    const kept = isNew ? shared : (await this.#records.get(token.id))?.value;
    if (kept && !this.#isRevoked(token.id)) this.#shared.set(token.id, kept);
  }

  async #revoke(id: string): Promise<void> {
    const revoked = { expires: NEVER };
    const isNew = await this.#records.create(id, revoked);
    // Somebody else may be revoking it at the same moment.
    for (let found = isNew ? undefined : await this.#records.get(id); found?.value.token; )
      found = (await this.#records.update(id, revoked, found.revision)) ? undefined : await this.#records.get(id);
    this.#shared.set(id, revoked);
  }

  // Read and written at once, so that a command that writes the file meanwhile is not undone.
  #write(): boolean {
    const tokens = readTokens(this.#file);
    const before = new Set(tokens ? this.#ids() : []);
    const kept = (tokens ?? []).filter(({ id }) => !this.#isRevoked(id));
    const isHere = new Set(kept.map(({ id }) => id));
    const others = [...this.#shared.values()].flatMap(({ token }) =>
      token && !isHere.has(token.id) && !before.has(token.id) ? [token] : [],
    );
    const isChanged = others.length > 0 || kept.length !== (tokens ?? []).length;
    if (isChanged) writePrivate(this.#file, [...kept, ...others]);
    // After the file: an id that never came into it would count as revoked here.
    const shared = [...isHere, ...others.map(({ id }) => id)].filter((id) => this.#shared.has(id));
    const ids = new Set([...before, ...shared].filter((id) => !this.#isRevoked(id)));
    if (ids.size !== before.size || shared.some((id) => !before.has(id))) writePrivate(this.#idsFile, [...ids]);
    return isChanged;
  }

  #ids(): string[] {
    const ids = readJson(this.#idsFile);
    return Array.isArray(ids) ? ids : [];
  }

  #isRevoked(id: string): boolean {
    const shared = this.#shared.get(id);
    return shared !== undefined && shared.token === undefined;
  }
}

// Every write makes another file, also two within one tick of the file system's clock.
function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
