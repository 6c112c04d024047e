import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { userSecret } from '../system/user-secret.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what the database keeps. The key is outside of it, so that a copy of the database alone reveals nothing. */
export class Sealing {
  readonly #key: () => Buffer;

  /** Servers of a fleet share a key; others have that of their user. */
  constructor(shared?: Buffer) {
    this.#key = () => shared ?? Buffer.from(userSecret('seal'), 'base64url');
  }

  seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key(), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  unseal(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key(), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
