import { randomBytes } from 'node:crypto';

const ID_BYTES = 8;
const HEADER_BYTES = ID_BYTES + 8;
// NATS takes messages of a megabyte.
const PART_BYTES = 512 * 1024;
// More than the largest message of a page, encrypted.
const MAX_PARTS = 64;
const MAX_OPEN_PARCELS = 64;

export function* partsOf(message: Uint8Array): Generator<Uint8Array> {
  const id = randomBytes(ID_BYTES);
  const count = Math.max(1, Math.ceil(message.length / PART_BYTES));
  for (let index = 0; index < count; index++) {
    const header = Buffer.alloc(HEADER_BYTES);
    id.copy(header);
    header.writeUInt32BE(index, ID_BYTES);
    header.writeUInt32BE(count, ID_BYTES + 4);
    yield Buffer.concat([header, message.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)]);
  }
}

/** Puts parts together again; those of one message come in order. */
export class Parcels {
  readonly #open = new Map<string, Uint8Array[]>();

  take(part: Uint8Array): Buffer | undefined {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (bytes.length < HEADER_BYTES) return undefined;
    const id = bytes.toString('hex', 0, ID_BYTES);
    const index = bytes.readUInt32BE(ID_BYTES);
    const count = bytes.readUInt32BE(ID_BYTES + 4);
    const parts = this.#open.get(id) ?? [];
    this.#open.delete(id);
    if (count > MAX_PARTS || index !== parts.length || index >= count) return undefined;
    parts.push(bytes.subarray(HEADER_BYTES));
    if (parts.length === count) return Buffer.concat(parts);
    this.#open.set(id, parts);
    const [oldest] = this.#open.keys();
    // A sender that died has left it unfinished.
    if (this.#open.size > MAX_OPEN_PARCELS && oldest !== undefined) this.#open.delete(oldest);
    return undefined;
  }
}
