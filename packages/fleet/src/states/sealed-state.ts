import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a state with AES-256-GCM, for one session and one revision of it. */
export function sealState(key: Buffer, session: string, revision: number, state: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(session, revision));
  const sealed = Buffer.concat([cipher.update(state), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a state; throws if it was changed, or sealed for another session or revision. */
export function openState(key: Buffer, session: string, revision: number, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(session, revision));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new BtcpError('denied', `The saved state of session ${session} cannot be opened.`, {
      hint: 'It was changed, or sealed with another fleet key. The session starts with an empty browser.',
      cause,
    });
  }
}

function boundTo(session: string, revision: number): Buffer {
  return Buffer.from(JSON.stringify([session, revision]));
}
