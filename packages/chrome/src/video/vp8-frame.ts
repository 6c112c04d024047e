import type { Dimensions } from './webm-file.js';

const START = Buffer.from([0x9d, 0x01, 0x2a]);
const HEAD_LENGTH = 10;
const BLOCK = 16;
// More bytes than the modes and the coefficients of a block need, where all of their bits are 0.
const MODE_BYTES = 1;
const COEFFICIENT_BYTES = 6;
// A shown key frame; the length of its first part stands in the other bits.
const SHOWN_KEY_FRAME = 0b1_0000;
const PART_SHIFT = 5;

/** A WebP without transparency is a VP8 key frame in a RIFF chunk. */
export function keyFrameOf(webp: Buffer): Uint8Array | undefined {
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

export function sizeOfFrame(frame: Uint8Array): Dimensions {
  const head = Buffer.from(frame.subarray(0, HEAD_LENGTH));
  return { width: head.readUInt16LE(6) & 0x3fff, height: head.readUInt16LE(8) & 0x3fff };
}

/** A grey key frame. Nothing but zeros follows its head: each block is predicted from its neighbours, and nothing is added. */
export function blankFrame({ width, height }: Dimensions): Uint8Array {
  const blocks = Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK);
  const firstPart = blocks * MODE_BYTES;
  const frame = Buffer.alloc(HEAD_LENGTH + firstPart + blocks * COEFFICIENT_BYTES);
  frame.writeUIntLE(SHOWN_KEY_FRAME | (firstPart << PART_SHIFT), 0, 3);
  START.copy(frame, 3);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  return frame;
}
