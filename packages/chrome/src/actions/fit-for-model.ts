import { BtcpError } from '@btcp/protocol';
import type { Picture } from '@btcp/tools';
import { shrinkImage } from 'btcp-browser-agent/page-functions';
import type { ImageFile } from '../files/read-image-file.js';
import type { Tab } from '../tab/tab.js';

/** Vision models scale down larger pictures. */
export const MODEL_SIDE = 1_568;
export const MODEL_LENGTH = 5_000_000;

const WORLD = 'btcp-images';

export async function fitForModel(
  tab: Tab,
  { bytes, mimeType }: Pick<ImageFile, 'bytes' | 'mimeType'>,
): Promise<Picture> {
  return tab.answer(async () => {
    const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
      frameId: tab.frameId,
      worldName: WORLD,
    });
    const values: Parameters<typeof shrinkImage> = [bytes.toString('base64'), mimeType, MODEL_SIDE, MODEL_LENGTH];
    const { result, exceptionDetails } = await tab.cdp.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: shrinkImage.toString(),
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
