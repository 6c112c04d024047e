import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '@btcp/access';

/** A link, and what it allows. */
export interface LinkGrant {
  id: string;
  session: string;
  role: 'view' | 'control';
  /** Milliseconds since 1970. */
  expires: number;
}

/** Creates and checks the tokens of links, each valid for one session, one role and a limited time. */
export class LiveLinks {
  readonly #key: Buffer;
  readonly #revoked = new Map<string, number>();
  readonly #made = new Map<string, LinkGrant>();
  onRevoked: (id: string) => void = () => {};

  constructor(key: Buffer = randomBytes(32)) {
    this.#key = key;
  }

  make(session: string, role: 'view' | 'control', lifetime: number): LinkGrant & { token: string } {
    this.#forgetExpired();
    const grant = { id: randomBytes(12).toString('base64url'), session, role, expires: Date.now() + lifetime };
    this.#made.set(grant.id, grant);
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
    return { ...grant, token: `${body}.${this.#sign(body)}` };
  }

  check(token: string): LinkGrant | undefined {
    const [body, signature, ...rest] = token.split('.');
    if (!body || !signature || rest.length > 0) return undefined;
    if (!sameSecret(signature, this.#sign(body))) return undefined;
    // The signature proves that this server wrote the body.
    const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as LinkGrant;
    return grant.expires > Date.now() && !this.#revoked.has(grant.id) ? grant : undefined;
  }

  revoke(session: string, id: string): boolean {
    const grant = this.#made.get(id);
    if (grant?.session !== session || this.#revoked.has(id)) return false;
    this.#revoked.set(id, grant.expires);
    this.onRevoked(id);
    return true;
  }

  revokeAll(session: string): number {
    const links = [...this.#made.values()].filter((grant) => grant.session === session);
    return links.filter(({ id }) => this.revoke(session, id)).length;
  }

  #forgetExpired(): void {
    const now = Date.now();
    for (const [id, { expires }] of this.#made) if (expires < now) this.#made.delete(id);
    for (const [id, expires] of this.#revoked) if (expires < now) this.#revoked.delete(id);
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}
