import { BtcpError } from '@btcp/protocol';
import type { Picture, ScreenshotInput } from '@btcp/tools';
import { type ImageMark, markImage } from 'btcp-browser-agent/page-functions';
import type { Protocol } from 'puppeteer-core';
import { readHeader } from '../files/image-format.js';
import type { Tab } from '../tab/tab.js';
import { fitForModel, MODEL_LENGTH } from './fit-for-model.js';
import { inOwnWorld } from './in-own-world.js';

const MAX_SIDE = 16_000;
const MAX_MARKS = 300;
const DEFAULT_QUALITY = 80;
const WORLD = 'btcp-images';

export interface Screenshot {
  full: Picture;
  forModel: Picture;
  marks?: number;
}

type Area = Omit<Protocol.Page.Viewport, 'scale'>;
type Paint = Pick<Protocol.Page.CaptureScreenshotRequest, 'format' | 'quality'>;

export function screenshot(tab: Tab, input: ScreenshotInput): Promise<Screenshot> {
  return tab.paint(() => take(tab, input));
}

async function take(tab: Tab, input: ScreenshotInput): Promise<Screenshot> {
  const { selector, fullPage = false, hide = [], region, marks: isMarked = false } = input;
  const isScreen = selector === undefined && !fullPage && !region;
  const measured = area(tab, selector, fullPage, region);
  measured.catch(() => {});
  // To reach an element may scroll, and the screen is painted as it is.
  if (!isScreen || isMarked) await measured;
  const marks = isMarked ? await marksIn(tab, await measured) : [];
  const paint = paintOf(input);
  const { full, small, clip } = await tab.answer(() =>
    tab.frames.withSecretsCovered(hide, async () => {
      const [painted, { clip }] = await Promise.all([isScreen ? capture(tab, paint) : undefined, measured]);
      const full = picture(painted ?? (await capture(tab, clipped(clip, 1, paint))));
      const scale = tab.imageSide / (Math.max(clip.width, clip.height) * tab.pixelRatio);
      const small = scale < 1 ? picture(await capture(tab, clipped(clip, scale, paint))) : full;
      return { full, small, clip };
    }),
  );
  const drawn = await mark(tab, full, marks, clip, paint);
  const shown = small === full ? drawn : await mark(tab, small, marks, clip, paint);
  const count = isMarked ? { marks: marks.length } : {};
  if (shown.data.length <= MODEL_LENGTH) return { full: drawn, forModel: shown, ...count };
  const bytes = Buffer.from(shown.data, 'base64');
  return { full: drawn, forModel: await fitForModel(tab, { bytes, mimeType: typeOf(shown) }), ...count };
}

function paintOf({ format = 'png', quality = DEFAULT_QUALITY }: ScreenshotInput): Paint {
  return format === 'png' ? { format } : { format, quality };
}

function clipped(clip: Area, scale: number, paint: Paint): Protocol.Page.CaptureScreenshotRequest {
  return { ...paint, clip: { ...clip, scale }, captureBeyondViewport: true };
}

interface Measured {
  clip: Area;
  view: { x: number; y: number };
}

async function area(
  tab: Tab,
  selector: string | undefined,
  fullPage: boolean,
  region: Area | undefined,
): Promise<Measured> {
  const { cssLayoutViewport: screen, cssContentSize: content } = await tab.answer(() =>
    tab.cdp.send('Page.getLayoutMetrics'),
  );
  const view = { x: screen.pageX, y: screen.pageY };
  if (fullPage) {
    const whole = { width: Math.min(content.width, MAX_SIDE), height: Math.min(content.height, MAX_SIDE) };
    return { clip: { x: 0, y: 0, ...whole }, view };
  }
  if (region) {
    const { clientWidth, clientHeight } = screen;
    if (region.x >= clientWidth || region.y >= clientHeight) throw outside(clientWidth, clientHeight);
    const width = Math.min(region.width, clientWidth - region.x);
    const height = Math.min(region.height, clientHeight - region.y);
    return { clip: { x: region.x + view.x, y: region.y + view.y, width, height }, view };
  }
  if (selector === undefined)
    return { clip: { ...view, width: screen.clientWidth, height: screen.clientHeight }, view };
  const { x, y, width, height } = await tab.answer(async () => {
    const link = tab.frames.of(selector);
    const box = await link.call({ action: 'box', selector });
    return { ...box, ...(await tab.frames.toTab(link, box)) };
  });
  const { cssLayoutViewport } = await tab.cdp.send('Page.getLayoutMetrics');
  const now = { x: cssLayoutViewport.pageX, y: cssLayoutViewport.pageY };
  const clip = {
    x: x + now.x,
    y: y + now.y,
    width: Math.min(Math.max(width, 1), MAX_SIDE),
    height: Math.min(Math.max(height, 1), MAX_SIDE),
  };
  return { clip, view: now };
}

async function marksIn(tab: Tab, { clip, view }: Measured): Promise<ImageMark[]> {
  const { value } = await tab.answer(() => tab.frames.snapshot({ interactive: true, header: false }));
  // What was read before is what later changes are measured against.
  for (const link of tab.frames.links) await link.call({ action: 'undoSnapshot' }).catch(() => {});
  const refs = Object.keys(value.refs);
  const located = await Promise.all(refs.map((ref) => locate(tab, ref)));
  return located
    .flatMap((mark) => (mark ? [{ ...mark, x: mark.x + view.x - clip.x, y: mark.y + view.y - clip.y }] : []))
    .filter(({ x, y, width, height }) => x + width > 0 && y + height > 0 && x < clip.width && y < clip.height)
    .slice(0, MAX_MARKS);
}

async function locate(tab: Tab, ref: string): Promise<ImageMark | undefined> {
  const box = await tab.answer(() => tab.frames.locate(ref)).catch(() => undefined);
  return box && box.width > 0 && box.height > 0 ? { label: ref, ...box } : undefined;
}

async function mark(tab: Tab, image: Picture, marks: readonly ImageMark[], clip: Area, paint: Paint): Promise<Picture> {
  if (marks.length === 0) return image;
  const scale = image.width / clip.width;
  const scaled = marks.map(({ label, x, y, width, height }) => ({
    label,
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  }));
  const quality = (paint.quality ?? DEFAULT_QUALITY) / 100;
  const data = await inOwnWorld(tab, WORLD, markImage, image.data, image.mimeType, scaled, quality);
  if (data) return { ...image, data };
  throw new BtcpError('unsupported', 'The refs could not be drawn on the picture.', { hint: 'Take it without marks.' });
}

async function capture(tab: Tab, what: Protocol.Page.CaptureScreenshotRequest): Promise<string> {
  const options = { optimizeForSpeed: what.format === 'png', ...what };
  return (await tab.answer(() => tab.cdp.send('Page.captureScreenshot', options))).data;
}

// The size is what Chrome painted, which depends on the pixel ratio.
function picture(data: string): Picture {
  // The header is near the beginning, except in a JPEG.
  const header = readHeader(Buffer.from(data.slice(0, 400), 'base64')) ?? readHeader(Buffer.from(data, 'base64'));
  if (header) return { data, mimeType: header.mimeType, width: header.width, height: header.height };
  throw new BtcpError('internal', 'Chrome returned no picture.', { hint: 'Retry.' });
}

function typeOf({ mimeType }: Picture): 'image/png' | 'image/jpeg' | 'image/webp' {
  return mimeType === 'image/jpeg' || mimeType === 'image/webp' ? mimeType : 'image/png';
}

function outside(width: number, height: number): BtcpError {
  return new BtcpError('invalid_input', `The region is outside the viewport, which is ${width} × ${height}.`, {
    hint: 'Scroll first, or take the full page.',
  });
}
