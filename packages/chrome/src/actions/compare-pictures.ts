import { BtcpError } from '@btcp/protocol';
import type { CompareInput, PictureDifference } from '@btcp/tools';
import { compareImages } from 'btcp-browser-agent/page-functions';
import type { ImageFile } from '../files/read-image-file.js';
import type { Tab } from '../tab/tab.js';
import { fitForModel } from './fit-for-model.js';
import { inOwnWorld } from './in-own-world.js';
import { screenshot } from './screenshot.js';

const WORLD = 'btcp-images';
// Two pictures are unpacked at once.
const MAX_PIXELS = 40_000_000;

interface Loaded {
  data: string;
  mimeType: string;
  width: number;
  height: number;
}

export async function comparePictures(
  tab: Tab,
  { tolerance, fullPage, hide }: CompareInput,
  before: ImageFile,
  after: ImageFile | undefined,
): Promise<PictureDifference> {
  const first = loaded(before);
  const second = after ? loaded(after) : (await screenshot(tab, { fullPage, hide })).full;
  for (const { width, height } of [first, second]) if (width * height > MAX_PIXELS) throw tooLarge(width, height);
  const images = [first, second].map(({ data, mimeType }) => ({ data, mimeType }));
  const [one, two] = images as [Loaded, Loaded];
  const difference = await inOwnWorld(tab, WORLD, compareImages, one, two, tolerance);
  if (!difference) throw new BtcpError('unsupported', 'The pictures cannot be unpacked.', { hint: 'Take them again.' });
  const { picture: data, width, height, different, total, box } = difference;
  const picture = { data, mimeType: 'image/png', width, height };
  const forModel = await fitForModel(tab, { bytes: Buffer.from(data, 'base64'), mimeType: 'image/png' });
  const sizes = { before: sizeOf(first), after: sizeOf(second) };
  return { different, total, box, sizes, picture, forModel };
}

function loaded({ bytes, mimeType, width, height }: ImageFile): Loaded {
  return { data: bytes.toString('base64'), mimeType, width, height };
}

function sizeOf({ width, height }: Loaded): { width: number; height: number } {
  return { width, height };
}

function tooLarge(width: number, height: number): BtcpError {
  return new BtcpError('unsupported', `A picture of ${width} × ${height} pixels is too large to compare.`, {
    hint: `Compare pictures of at most ${MAX_PIXELS} pixels.`,
  });
}
