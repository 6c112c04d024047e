import { BtcpError } from '@btcp/protocol';
import type { ObjectStore } from '@nats-io/obj';
import { keyOfSession } from '../buckets/records.js';
import { seal, unseal } from '../sealing/sealed.js';

/** Saved states, encrypted, by session and revision: a worker that lost the session writes under its old revision. */
export class StateStore {
  readonly #objects: ObjectStore;
  readonly #keyOf: (session: string) => Buffer;

  constructor(objects: ObjectStore, keyOf: (session: string) => Buffer) {
    this.#objects = objects;
    this.#keyOf = keyOf;
  }

  async save(session: string, revision: number, state: Uint8Array): Promise<void> {
    await this.#objects.putBlob(
      { name: nameOf(session, revision) },
      seal(this.#keyOf(session), ['state', session, revision], state),
    );
  }

  /** Undefined if there is none; throws if it was changed. */
  async load(session: string, revision: number): Promise<Buffer | undefined> {
    const sealed = await this.#objects.getBlob(nameOf(session, revision));
    try {
      return sealed ? unseal(this.#keyOf(session), ['state', session, revision], sealed) : undefined;
    } catch (cause) {
      throw new BtcpError('denied', `The saved state of session ${session} cannot be opened.`, {
        hint: 'It was changed, or sealed with another fleet key. The session starts with an empty browser.',
        cause,
      });
    }
  }

  async has(session: string, revision: number): Promise<boolean> {
    const info = await this.#objects.info(nameOf(session, revision));
    return info !== null && !info.deleted;
  }

  async remove(session: string, revision: number): Promise<void> {
    await this.#objects.delete(nameOf(session, revision));
  }
}

function nameOf(session: string, revision: number): string {
  return `${keyOfSession(session)}.${revision}`;
}
