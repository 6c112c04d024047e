import { createHash, randomBytes } from 'node:crypto';

/** Codes for addresses that people open: the first who shows one gets the token that it stands for. */
export class LinkCodes {
  /** By hash, so that no dump of the process opens a link. */
  readonly #tokens = new Map<string, { token: string; expires: number }>();

  make(token: string, expires: number): string {
    for (const [hash, waiting] of this.#tokens) if (waiting.expires < Date.now()) this.#tokens.delete(hash);
    const code = randomBytes(24).toString('base64url');
    this.#tokens.set(hashOf(code), { token, expires });
    return code;
  }

  take(code: string): string | undefined {
    const hash = hashOf(code);
    const waiting = this.#tokens.get(hash);
    this.#tokens.delete(hash);
    return waiting && waiting.expires > Date.now() ? waiting.token : undefined;
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
