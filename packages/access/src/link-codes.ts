import { createHash, randomBytes } from 'node:crypto';

interface Code {
  /** Undefined once it was given out. */
  token: string | undefined;
  expires: number;
}

// For so long after its end it is known why a code is refused.
const REMEMBERED_MS = 10 * 60_000;

/** Codes that work once: the first who shows one gets the token that it stands for. */
export class LinkCodes {
  // By hash, so that no dump of the process opens a link.
  readonly #codes = new Map<string, Code>();

  make(token: string, expires: number): string {
    for (const [hash, made] of this.#codes) if (made.expires + REMEMBERED_MS < Date.now()) this.#codes.delete(hash);
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(hashOf(code), { token, expires });
    return code;
  }

  take(code: string): string | undefined {
    const made = this.#codes.get(hashOf(code));
    if (!made || made.expires <= Date.now()) return undefined;
    const { token } = made;
    made.token = undefined;
    return token;
  }

  /** Why a code that was made here is not taken. */
  whyRefused(code: string): 'used' | 'expired' | undefined {
    const made = this.#codes.get(hashOf(code));
    if (made && made.token === undefined) return 'used';
    return made && made.expires <= Date.now() ? 'expired' : undefined;
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
