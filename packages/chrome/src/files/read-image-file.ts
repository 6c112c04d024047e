import { open } from 'node:fs/promises';
import { BtcpError } from '@btcp/protocol';
import { type ImageHeader, isHeic, readHeader } from './image-format.js';

export interface ImageFile extends ImageHeader {
  bytes: Buffer;
}

const MAX_BYTES = 50_000_000;
// A small file can unpack to a picture that fills the memory.
const MAX_PIXELS = 100_000_000;

export async function readImageFile(path: string, name: string): Promise<ImageFile> {
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new BtcpError('unsupported', `${name} is not a file.`, { hint: 'Name an image file.' });
    if (stats.size > MAX_BYTES) throw tooLarge(name, `${stats.size} bytes`, `${MAX_BYTES} bytes`);
    const bytes = await file.readFile();
    const header = readHeader(bytes);
    if (!header) throw notAnImage(name, isHeic(bytes));
    const { width, height } = header;
    if (width * height > MAX_PIXELS) throw tooLarge(name, `${width} × ${height} pixels`, `${MAX_PIXELS} pixels`);
    return { ...header, bytes };
  } finally {
    await file.close();
  }
}

function notAnImage(name: string, heic: boolean): BtcpError {
  if (heic) {
    return new BtcpError('unsupported', `${name} is a HEIC image, which cannot be shown.`, {
      hint: 'Convert it to JPEG or PNG first: heif-convert IN OUT.png, or on a Mac sips -s format png IN --out OUT.png.',
    });
  }
  return new BtcpError('unsupported', `${name} is not a PNG, JPEG, GIF or WebP image.`, {
    hint: 'The content counts, not the name of the file. Convert it first.',
  });
}

function tooLarge(name: string, size: string, most: string): BtcpError {
  return new BtcpError('unsupported', `${name} has ${size}; ${most} are read at most.`, { hint: 'Make it smaller.' });
}
