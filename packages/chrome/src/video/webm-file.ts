import { type FileHandle, open } from 'node:fs/promises';

// The elements of Matroska that a film of one VP8 track needs.
const ID = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
};

const MILLISECOND_IN_NANOSECONDS = 1_000_000;
// Track 1, at the time of its cluster, a key frame.
const BLOCK_HEAD = Buffer.from([0x81, 0, 0, 0x80]);

export class WebmFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #dimensions: Dimensions;
  readonly #segmentStart: number;
  readonly #cues: { time: number; position: number }[] = [];
  #size: number;

  private constructor(path: string, handle: FileHandle, dimensions: Dimensions, head: Head) {
    this.path = path;
    this.#handle = handle;
    this.#dimensions = dimensions;
    this.#segmentStart = head.segmentStart;
    this.#size = head.bytes.length;
  }

  static async create(path: string, dimensions: Dimensions): Promise<WebmFile> {
    const handle = await open(path, 'w', 0o600);
    const head = headOf(dimensions, 0, 0, 0);
    await handle.write(head.bytes, 0, head.bytes.length, 0);
    return new WebmFile(path, handle, dimensions, head);
  }

  get size(): number {
    return this.#size;
  }

  get frames(): number {
    return this.#cues.length;
  }

  /** `time` is in milliseconds since the beginning, later than that of the frame before. */
  async add(frame: Uint8Array, time: number): Promise<void> {
    this.#cues.push({ time, position: this.#size - this.#segmentStart });
    await this.#append(
      element(ID.cluster, number(ID.timestamp, time), element(ID.simpleBlock, BLOCK_HEAD, Buffer.from(frame))),
    );
  }

  async close(duration: number): Promise<void> {
    const cuesPosition = this.#size - this.#segmentStart;
    const points = this.#cues.map(({ time, position }) =>
      element(
        ID.cuePoint,
        number(ID.cueTime, time),
        element(ID.cueTrackPositions, number(ID.cueTrack, 1), number(ID.cueClusterPosition, position)),
      ),
    );
    await this.#append(element(ID.cues, ...points));
    const { bytes } = headOf(this.#dimensions, duration, cuesPosition, this.#size - this.#segmentStart);
    await this.#handle.write(bytes, 0, bytes.length, 0);
    await this.#handle.close();
  }

  async #append(bytes: Buffer): Promise<void> {
    const position = this.#size;
    this.#size += bytes.length;
    await this.#handle.write(bytes, 0, bytes.length, position);
  }
}

export interface Dimensions {
  width: number;
  height: number;
}

interface Head {
  bytes: Buffer;
  segmentStart: number;
}

// Of the same length, whatever the numbers are: it is written again at the end.
function headOf({ width, height }: Dimensions, duration: number, cuesPosition: number, segmentSize: number): Head {
  const header = element(
    ID.header,
    number(ID.version, 1),
    number(ID.readVersion, 1),
    number(ID.maxIdLength, 4),
    number(ID.maxSizeLength, 8),
    text(ID.docType, 'webm'),
    number(ID.docTypeVersion, 2),
    number(ID.docTypeReadVersion, 2),
  );
  const segment = Buffer.concat([idOf(ID.segment), sizeOf(segmentSize)]);
  const seek = element(ID.seek, element(ID.seekId, idOf(ID.cues)), number(ID.seekPosition, cuesPosition));
  const length = Buffer.alloc(8);
  length.writeDoubleBE(duration);
  const info = element(
    ID.info,
    number(ID.timestampScale, MILLISECOND_IN_NANOSECONDS),
    element(ID.duration, length),
    text(ID.muxingApp, 'btcp'),
    text(ID.writingApp, 'btcp'),
  );
  const track = element(
    ID.trackEntry,
    number(ID.trackNumber, 1),
    number(ID.trackUid, 1),
    number(ID.trackType, 1),
    text(ID.codecId, 'V_VP8'),
    element(ID.video, number(ID.pixelWidth, width), number(ID.pixelHeight, height)),
  );
  const bytes = Buffer.concat([header, segment, element(ID.seekHead, seek), info, element(ID.tracks, track)]);
  return { bytes, segmentStart: header.length + segment.length };
}

function element(id: number, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([idOf(id), sizeOf(size), ...content]);
}

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(value)));
  return element(id, bytes);
}

function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

function idOf(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

// In eight bytes, the first of which says so.
function sizeOf(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return bytes;
}
