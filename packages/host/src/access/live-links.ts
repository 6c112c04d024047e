import { createHash, createHmac, randomBytes } from 'node:crypto';
import { OwnRecords, type Records, sameSecret } from '@btcp/access';

/** A link, and what it allows. */
export interface LinkGrant {
  id: string;
  session: string;
  role: 'view' | 'control';
  expires: number;
}

/** What is kept of a link that was made and not revoked. */
export interface LinkRecord {
  expires: number;
}

const ID = /^[\w-]{16}$/;

export interface LiveLinksOptions {
  /** Signs the tokens; the servers of a fleet share one. */
  key?: Buffer | undefined;
  records?: Records<LinkRecord> | undefined;
  /** Links of one scope open nothing in another. */
  scope?: string | undefined;
}

/** Creates and checks the tokens of links, each valid for one session, one role and a limited time. */
export class LiveLinks {
  readonly #key: Buffer;
  readonly #records: Records<LinkRecord>;

  readonly #scope: string;

  constructor({ key = randomBytes(32), records = new OwnRecords(), scope = '' }: LiveLinksOptions = {}) {
    this.#key = key;
    this.#records = records;
    this.#scope = scope;
  }

  async make(session: string, role: 'view' | 'control', lifetime: number): Promise<LinkGrant & { token: string }> {
    const expires = this.#records.now() + lifetime;
    const grant = { id: randomBytes(12).toString('base64url'), session, role, expires };
    await this.#records.create(this.#keyOf(session, grant.id), { expires });
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
    return { ...grant, token: `${body}.${this.#sign(body)}` };
  }

  async check(token: string): Promise<LinkGrant | undefined> {
    const [body, signature, ...rest] = token.split('.');
    if (!body || !signature || rest.length > 0) return undefined;
    if (!sameSecret(signature, this.#sign(body))) return undefined;
    // The signature proves that this server wrote the body.
    const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as LinkGrant;
    const left = grant.expires - this.#records.now();
    if (left <= 0 || !(await this.#records.get(this.#keyOf(grant.session, grant.id)))) return undefined;
    // By the clock of this machine, which may differ from the one that the records count by.
    return { ...grant, expires: Date.now() + left };
  }

  async revoke(session: string, id: string): Promise<boolean> {
    return ID.test(id) && this.#remove(this.#keyOf(session, id));
  }

  async revokeAll(session: string): Promise<number> {
    const keys = await this.#records.keysOf(this.#groupOf(session));
    const removed = await Promise.all(keys.map((key) => this.#remove(key)));
    return removed.filter(Boolean).length;
  }

  onRevoked(listener: (id: string) => void): () => void {
    return this.#records.onRemoved((key) => listener(key.slice(key.indexOf('.') + 1)));
  }

  async #remove(key: string): Promise<boolean> {
    const made = await this.#records.get(key);
    if (!made || made.value.expires <= this.#records.now()) return false;
    return this.#records.remove(key, made.revision);
  }

  #keyOf(session: string, id: string): string {
    return `${this.#groupOf(session)}.${id}`;
  }

  // Names of sessions are as long as callers like, and have any characters.
  #groupOf(session: string): string {
    return createHash('sha256')
      .update(JSON.stringify([this.#scope, session]))
      .digest('base64url');
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([this.#scope, body]))
      .digest('base64url');
  }
}
