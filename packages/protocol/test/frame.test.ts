import { decodeFrame, encodeFrame, FRAME_HEADER_BYTES } from '@btcp/protocol';
import { describe, expect, it } from 'vitest';

describe('a live frame', () => {
  const frame = { sequence: 4_294_967_295, captured: 1_794_000_000_123.5, tab: 65_535, isReplay: true };

  it('comes back from the wire as it was', () => {
    const image = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9);
    expect(decodeFrame(encodeFrame({ ...frame, image }).buffer)).toEqual({ ...frame, image });
  });

  it('costs sixteen bytes next to its picture', () => {
    const image = new Uint8Array(1000);
    expect(encodeFrame({ ...frame, image })).toHaveLength(1000 + 16);
  });

  it('is not made of bytes that are too few', () => {
    expect(decodeFrame(new ArrayBuffer(0))).toBeUndefined();
    expect(decodeFrame(new ArrayBuffer(FRAME_HEADER_BYTES))).toBeUndefined();
  });
});
