import { open } from 'node:fs/promises';
import { BtcpError } from '@btcp/protocol';
import { decodeHeic } from './decode-heic.js';
import { type ImageHeader, isHeic, readHeader } from './image-format.js';

export interface ImageFile extends ImageHeader {
  bytes: Buffer;
}

const MAX_BYTES = 50_000_000;
// A small file can unpack to a picture that fills the memory.
const MAX_PIXELS = 100_000_000;
const MAX_SIDE = 16_384;

/** A HEIC image comes as a bitmap, which has about `maxSide` pixels where the image has more. */
export async function readImageFile(path: string, name: string, maxSide = MAX_SIDE): Promise<ImageFile> {
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new BtcpError('unsupported', `${name} is not a file.`, { hint: 'Name an image file.' });
    if (stats.size > MAX_BYTES) throw tooLarge(name, `${stats.size} bytes`, `${MAX_BYTES} bytes`);
    const bytes = await file.readFile();
    if (isHeic(bytes)) {
      const { bitmap, ...size } = await decodeHeic(bytes, name, maxSide);
      return { ...size, mimeType: 'image/bmp', bytes: Buffer.from(bitmap) };
    }
    const header = readHeader(bytes);
    if (!header) throw notAnImage(name);
    const { width, height } = header;
    if (width * height > MAX_PIXELS) throw tooLarge(name, `${width} × ${height} pixels`, `${MAX_PIXELS} pixels`);
    return { ...header, bytes };
  } finally {
    await file.close();
  }
}

function notAnImage(name: string): BtcpError {
  return new BtcpError('unsupported', `${name} is not a PNG, JPEG, GIF, WebP or HEIC image.`, {
    hint: 'The content decides, not the file name. Convert it first.',
  });
}

function tooLarge(name: string, size: string, most: string): BtcpError {
  return new BtcpError('unsupported', `${name} has ${size}; ${most} are read at most.`, { hint: 'Make it smaller.' });
}
