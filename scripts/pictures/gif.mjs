// Writes an animated GIF: one palette for all frames, and of each frame only the rectangle that has changed.

const MAX_COLOURS = 128;
const TABLE_SIZE = 256;

/** @typedef {{ pixels: Uint8Array, delay: number }} Frame pixels as RGBA, the delay in milliseconds */

/**
 * @param {Frame[]} frames
 * @param {number} width
 * @param {number} height
 */
export function writeGif(frames, width, height) {
  const palette = commonColours(frames);
  const nearest = nearestIn(palette);
  const indexed = frames.map(({ pixels, delay }) => ({ delay, indices: indicesOf(pixels, nearest) }));
  const parts = [header(palette, width, height)];
  indexed.forEach(({ indices, delay }, at) => {
    const before = indexed[at - 1]?.indices;
    const area = before ? changedArea(before, indices, width, height) : { x: 0, y: 0, width, height };
    parts.push(frame(indices, width, area, delay));
  });
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}

/** Colours to 5 bits a channel, the most frequent first. @param {Frame[]} frames */
function commonColours(frames) {
  const counts = new Map();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const key = keyOf(pixels, at);
      const [count = 0, colour = [pixels[at], pixels[at + 1], pixels[at + 2]]] = counts.get(key) ?? [];
      counts.set(key, [count + 1, colour]);
    }
  }
  const byCount = [...counts.values()].sort(([a], [b]) => b - a).map(([, colour]) => colour);
  return /** @type {number[][]} */ (byCount.slice(0, MAX_COLOURS));
}

/** @param {Uint8Array} pixels @param {number} at */
function keyOf(pixels, at) {
  return (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3);
}

/** @param {number[][]} palette */
function nearestIn(palette) {
  const found = new Map();
  return (/** @type {Uint8Array} */ pixels, /** @type {number} */ at) => {
    const key = keyOf(pixels, at);
    let best = found.get(key);
    if (best === undefined) {
      const distances = palette.map((colour) =>
        colour.reduce((sum, value, channel) => sum + (value - (pixels[at + channel] ?? 0)) ** 2, 0),
      );
      best = distances.indexOf(Math.min(...distances));
      found.set(key, best);
    }
    return best;
  };
}

/** @param {Uint8Array} pixels @param {ReturnType<typeof nearestIn>} nearest */
function indicesOf(pixels, nearest) {
  return Uint8Array.from({ length: pixels.length / 4 }, (_, index) => nearest(pixels, index * 4));
}

/** @param {Uint8Array} before @param {Uint8Array} after @param {number} width @param {number} height */
function changedArea(before, after, width, height) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (right < left) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** @param {number[][]} palette @param {number} width @param {number} height */
function header(palette, width, height) {
  const colours = Buffer.alloc(TABLE_SIZE * 3);
  for (const [index, colour] of palette.entries()) colours.set(colour, index * 3);
  const screen = Buffer.from([...words(width, height), 0xf7, 0, 0]);
  const forEver = Buffer.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]);
  return Buffer.concat([Buffer.from('GIF89a'), screen, colours, forEver]);
}

/** @param {Uint8Array} indices @param {number} width @param {{ x: number, y: number, width: number, height: number }} area @param {number} delay */
function frame(indices, width, area, delay) {
  const rows = Array.from({ length: area.height }, (_, row) => {
    const start = (area.y + row) * width + area.x;
    return indices.subarray(start, start + area.width);
  });
  const control = [0x21, 0xf9, 4, 4, ...words(Math.round(delay / 10)), 0, 0];
  const place = [0x2c, ...words(area.x, area.y, area.width, area.height), 0];
  return Buffer.concat([
    Buffer.from([...control, ...place, 8]),
    blocks(compress(Buffer.concat(rows))),
    Buffer.from([0]),
  ]);
}

/** LZW with codes of 9 to 12 bits. @param {Uint8Array} indices */
function compress(indices) {
  const [CLEAR, END] = [256, 257];
  /** @type {number[]} */
  const bytes = [];
  let [held, bits, size, next] = [0, 0, 9, 258];
  let codes = new Map();
  const write = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  write(CLEAR);
  let prefix = indices[0] ?? 0;
  for (const index of indices.subarray(1)) {
    const known = codes.get((prefix << 8) | index);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next < 4096) {
      if (next === 1 << size) size++;
      codes.set((prefix << 8) | index, next++);
    } else {
      write(CLEAR);
      [codes, size, next] = [new Map(), 9, 258];
    }
    prefix = index;
  }
  write(prefix);
  write(END);
  if (bits > 0) bytes.push(held & 0xff);
  return Uint8Array.from(bytes);
}

/** @param {Uint8Array} bytes */
function blocks(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

/** @param {number[]} values as 16 bits each, the low byte first */
function words(...values) {
  return values.flatMap((value) => [value & 0xff, value >> 8]);
}
