import { BtcpError } from '@btcp/protocol';
import type { Picture, ScreenshotInput } from '@btcp/tools';
import { shrinkImage } from 'btcp-browser-agent/page-functions';
import { readHeader } from '../files/image-format.js';
import type { FirefoxTab } from './firefox-tab.js';

const MODEL_LENGTH = 5_000_000;

export async function takePicture(
  tab: FirefoxTab,
  { selector, fullPage = false, region, marks, format = 'png', hide = [] }: ScreenshotInput,
  imageSide: number,
): Promise<{ full: Picture; forModel: Picture }> {
  tab.assertNoDialog();
  if (region || marks || format !== 'png') {
    throw new BtcpError('unsupported', 'Firefox takes pictures as PNG, without regions and marks.', {
      hint: 'Use browser_screenshot, or Chrome.',
    });
  }
  return tab.frames.withSecretsCovered(hide, async () => {
    const data = await (selector === undefined
      ? tab.page.screenshot({ encoding: 'base64', fullPage })
      : (await tab.frames.of(selector).element(selector)).screenshot({ encoding: 'base64' }));
    const mimeType = 'image/png';
    const { width, height } = readHeader(Buffer.from(data, 'base64')) ?? { width: 0, height: 0 };
    const forModel = await tab.page.evaluate(shrinkImage, data, mimeType, imageSide, MODEL_LENGTH);
    if (!forModel) throw new BtcpError('unsupported', 'The picture is too large.', { hint: 'Take one of an element.' });
    return { full: { data, mimeType, width, height }, forModel };
  });
}
