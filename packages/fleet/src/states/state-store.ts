import type { ObjectStore } from '@nats-io/obj';
import { keyOfSession } from '../buckets/records.js';
import { openState, sealState } from './sealed-state.js';

/**
 * Saved states, encrypted, each under the session and the revision of its owner: a worker that is no longer the owner
 * can only write under its old revision.
 */
export class StateStore {
  readonly #objects: ObjectStore;
  readonly #key: Buffer;

  constructor(objects: ObjectStore, key: Buffer) {
    this.#objects = objects;
    this.#key = key;
  }

  async save(session: string, revision: number, state: Uint8Array): Promise<void> {
    await this.#objects.putBlob({ name: nameOf(session, revision) }, sealState(this.#key, session, revision, state));
  }

  /** Undefined if there is none; throws if it was changed. */
  async load(session: string, revision: number): Promise<Buffer | undefined> {
    const sealed = await this.#objects.getBlob(nameOf(session, revision));
    return sealed ? openState(this.#key, session, revision, sealed) : undefined;
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
