import { Readable } from 'node:stream';
import type { ObjectStore } from '@nats-io/obj';
import { type FileRecord, keyOfSession } from '../buckets/records.js';
import type { NatsBucket } from '../nats/nats-bucket.js';
import { seal, unseal } from '../sealing/sealed.js';
import { sealStream, unsealStream } from './sealed-stream.js';

/** A file that a session has left. */
export interface StoredFile {
  name: string;
  mimeType: string;
  size: number;
}

/** How much the store takes, in bytes. */
export interface FileQuota {
  session: number;
  total: number;
}

export type FileRefusal = 'session quota' | 'fleet quota';

interface FileStoreOptions {
  objects: ObjectStore;
  index: NatsBucket<FileRecord>;
  keyOf(session: string): Buffer;
  quota: FileQuota;
}

/** Files of sessions, encrypted, for as long as the buckets keep them: they outlive the worker that made them. */
export class FileStore {
  readonly #options: FileStoreOptions;

  constructor(options: FileStoreOptions) {
    this.#options = options;
  }

  /** Stores a file, in place of one of the same name; returns why if it is too large. */
  async save(session: string, file: StoredFile, content: AsyncIterable<Uint8Array>): Promise<FileRefusal | undefined> {
    const { objects, index } = this.#options;
    const key = this.#options.keyOf(session);
    const refusal = await this.#whyTooLarge(session, file);
    if (refusal) return refusal;
    const name = objectOf(session, file.name);
    const sealed = Readable.from(sealStream(key, ['file', session, file.name], content));
    await objects.put({ name }, Readable.toWeb(sealed) as ReadableStream<Uint8Array>);
    const about = seal(key, ['about', session, name], Buffer.from(JSON.stringify(file))).toString('base64');
    await index.put(name, { size: file.size, sealed: about });
    return undefined;
  }

  async list(session: string): Promise<StoredFile[]> {
    const { index } = this.#options;
    const key = this.#options.keyOf(session);
    const records = await index.entries(`${keyOfSession(session)}.*`);
    return records.map(([name, { value }]) =>
      JSON.parse(unseal(key, ['about', session, name], Buffer.from(value.sealed, 'base64')).toString()),
    );
  }

  /** Undefined if there is none. The content fails where it was changed. */
  async open(session: string, name: string): Promise<{ file: StoredFile; content: Readable } | undefined> {
    const { objects } = this.#options;
    const key = this.#options.keyOf(session);
    const file = (await this.list(session)).find((each) => each.name === name);
    const stored = file && (await objects.get(objectOf(session, name)));
    if (!stored) return undefined;
    const sealed = Readable.fromWeb(stored.data as Parameters<typeof Readable.fromWeb>[0]);
    return { file, content: Readable.from(unsealStream(key, ['file', session, name], sealed), { objectMode: false }) };
  }

  async removeAll(session: string): Promise<void> {
    const { objects, index } = this.#options;
    for (const [name, { revision }] of await index.entries(`${keyOfSession(session)}.*`)) {
      await objects.delete(name);
      await index.remove(name, revision);
    }
  }

  async #whyTooLarge(session: string, { name, size }: StoredFile): Promise<FileRefusal | undefined> {
    const { objects, index, quota } = this.#options;
    const own = objectOf(session, name);
    const others = (await index.entries(`${keyOfSession(session)}.*`)).filter(([key]) => key !== own);
    const used = others.reduce((sum, [, { value }]) => sum + value.size, 0);
    if (used + size > quota.session) return 'session quota';
    return (await objects.status()).size + size > quota.total ? 'fleet quota' : undefined;
  }
}

function objectOf(session: string, name: string): string {
  return `${keyOfSession(session)}.${Buffer.from(name).toString('base64url')}`;
}
