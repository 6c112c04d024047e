import { BtcpError } from '@btcp/protocol';
import type { Picture } from '@btcp/tools';
import type { ImageFile } from '../files/read-image-file.js';
import type { Tab } from '../tab/tab.js';

/** Vision models take no more than this and scale down what is larger, badly. */
export const MODEL_SIDE = 1_568;
/** How much base64 a model takes as one picture. */
export const MODEL_LENGTH = 5_000_000;

const WORLD = 'btcp-images';

/** Runs in a world of its own in the page: Chrome can unpack every format that we read. */
const SHRINK = `async function (data, mimeType, side, length) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && data.length <= length) return { data, mimeType, width: bitmap.width, height: bitmap.height };
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  for (const [type, quality] of [['image/png'], ['image/jpeg', 0.9], ['image/jpeg', 0.5]]) {
    const blob = await canvas.convertToBlob({ type, quality });
    const url = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
    const shrunk = url.slice(url.indexOf(',') + 1);
    if (shrunk.length <= length) return { data: shrunk, mimeType: type, width, height };
  }
}`;

/** The picture as a model can take it: unchanged where that is so, otherwise made smaller by Chrome. */
export async function fitForModel(
  tab: Tab,
  { bytes, mimeType }: Pick<ImageFile, 'bytes' | 'mimeType'>,
): Promise<Picture> {
  return tab.answer(async () => {
    const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
      frameId: tab.frameId,
      worldName: WORLD,
    });
    const values = [bytes.toString('base64'), mimeType, MODEL_SIDE, MODEL_LENGTH];
    const { result, exceptionDetails } = await tab.cdp.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: SHRINK,
      arguments: values.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    if (!exceptionDetails && result.value) return result.value as Picture;
    throw new BtcpError('unsupported', `The ${mimeType} image cannot be unpacked: its data is broken.`, {
      hint: 'Make the file anew.',
    });
  });
}
