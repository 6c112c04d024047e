import { BtcpError } from '@btcp/protocol';
import type { Picture } from '@btcp/tools';
import { shrinkImage } from 'btcp-browser-agent/page-functions';
import type { ImageFile } from '../files/read-image-file.js';
import type { Tab } from '../tab/tab.js';
import { inOwnWorld } from './in-own-world.js';

export const MODEL_LENGTH = 5_000_000;

const WORLD = 'btcp-images';

export async function fitForModel(
  tab: Tab,
  { bytes, mimeType }: Pick<ImageFile, 'bytes' | 'mimeType'>,
): Promise<Picture> {
  const fitted = await inOwnWorld(
    tab,
    WORLD,
    shrinkImage,
    bytes.toString('base64'),
    mimeType,
    tab.imageSide,
    MODEL_LENGTH,
  );
  if (fitted) return fitted;
  throw new BtcpError('unsupported', `The ${mimeType} image cannot be unpacked: its data is broken.`, {
    hint: 'Make the file again.',
  });
}
