/** A picture of a tab in `btcp.live.v1`. */
export interface Frame {
  /** Counts the frames of all tabs in 32 bits, then restarts at zero. */
  sequence: number;
  captured: number;
  /** The number in a tab's id: 3 for `t3`. */
  tab: number;
  isReplay: boolean;
  image: Uint8Array;
}

/** The size of the header before the JPEG of a frame. */
export const FRAME_HEADER_BYTES = 16;

const REPLAY_FLAG = 1;

/** Encodes sixteen bytes, big-endian (sequence u32, captured f64, tab u16, flags u16), then the image. */
export function encodeFrame({ sequence, captured, tab, isReplay, image }: Frame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + image.byteLength);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, sequence);
  header.setFloat64(4, captured);
  header.setUint16(12, tab);
  header.setUint16(14, isReplay ? REPLAY_FLAG : 0);
  bytes.set(image, FRAME_HEADER_BYTES);
  return bytes;
}

/** Decodes a frame, or returns undefined if the bytes are not one. */
export function decodeFrame(buffer: ArrayBuffer): Frame | undefined {
  if (buffer.byteLength <= FRAME_HEADER_BYTES) return undefined;
  const header = new DataView(buffer);
  return {
    sequence: header.getUint32(0),
    captured: header.getFloat64(4),
    tab: header.getUint16(12),
    isReplay: (header.getUint16(14) & REPLAY_FLAG) !== 0,
    image: new Uint8Array(buffer, FRAME_HEADER_BYTES),
  };
}
