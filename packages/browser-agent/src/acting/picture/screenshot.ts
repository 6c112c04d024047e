import { BtcpError, type ImageFormat, type ScreenshotAnswer } from '@btcp/protocol';
import { locate } from '../../reading/refs/locate.js';
import { notShown, type Page } from '../page/page.js';

/** What to take a picture of, and in which format. */
export interface ScreenshotOptions {
  selector?: string | undefined;
  fullPage?: boolean | undefined;
  format?: ImageFormat | undefined;
  /** From 0 to 100; not for PNG. */
  quality?: number | undefined;
}

const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];

/** Paints a copy of the styled DOM: frames of other origins, video, plug-ins and images without CORS stay blank. */
export async function takeScreenshot(page: Page, options: ScreenshotOptions = {}): Promise<ScreenshotAnswer> {
  const { selector, fullPage = false, format = 'png', quality = 90 } = options;
  if (!FORMATS.includes(format))
    throw new BtcpError('invalid_input', `"${format}" is not an image format.`, { hint: 'Use png, jpeg or webp.' });
  const { documentElement, defaultView } = page.document;
  if (!defaultView) throw notShown();
  const element = selector === undefined ? documentElement : locate(page.document, page.refs, selector);
  const { domToCanvas } = await import('modern-screenshot');
  const drawn = await domToCanvas(element, { backgroundColor: format === 'jpeg' ? '#ffffff' : null, timeout: 5000 });
  const { scrollX, scrollY, innerWidth, innerHeight } = defaultView;
  const canvas = selector === undefined && !fullPage ? crop(drawn, scrollX, scrollY, innerWidth, innerHeight) : drawn;
  const url = canvas.toDataURL(`image/${format}`, quality / 100);
  return { screenshot: url.slice(url.indexOf(',') + 1), format, width: canvas.width, height: canvas.height };
}

function crop(source: HTMLCanvasElement, x: number, y: number, width: number, height: number): HTMLCanvasElement {
  const canvas = source.ownerDocument.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, -x, -y);
  return canvas;
}
