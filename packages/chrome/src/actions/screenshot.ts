import type { Picture, ScreenshotInput } from '@btcp/tools';
import type { Protocol } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';
import { fitForModel, MODEL_LENGTH, MODEL_SIDE } from './fit-for-model.js';

const MAX_SIDE = 16_000;

export interface Screenshot {
  full: Picture;
  forModel: Picture;
}

type Area = Omit<Protocol.Page.Viewport, 'scale'>;

// One at a time, because each changes how the page is painted.
const turns = new WeakMap<Tab, Promise<unknown>>();

export function screenshot(tab: Tab, input: ScreenshotInput): Promise<Screenshot> {
  const turn = (turns.get(tab) ?? Promise.resolve()).catch(() => {}).then(() => take(tab, input));
  turns.set(tab, turn);
  return turn;
}

async function take(tab: Tab, { selector, fullPage, hide = [] }: ScreenshotInput): Promise<Screenshot> {
  const isScreen = selector === undefined && !fullPage;
  const measured = area(tab, selector, fullPage ?? false);
  measured.catch(() => {});
  // To reach an element may scroll, and the screen is painted as it is.
  if (!isScreen) await measured;
  const { full, small } = await tab.answer(() =>
    tab.frames.withSecretsCovered(hide, async () => {
      const [painted, clip] = await Promise.all([isScreen ? paint(tab, {}) : undefined, measured]);
      const full = painted === undefined ? await capture(tab, clip, 1) : picture(painted, clip, 1);
      const scale = MODEL_SIDE / Math.max(clip.width, clip.height);
      return { full, small: scale < 1 ? await capture(tab, clip, scale) : full };
    }),
  );
  if (small.data.length <= MODEL_LENGTH) return { full, forModel: small };
  const bytes = Buffer.from(small.data, 'base64');
  return { full, forModel: await fitForModel(tab, { bytes, mimeType: 'image/png' }) };
}

async function area(tab: Tab, selector: string | undefined, fullPage: boolean): Promise<Area> {
  const { cssLayoutViewport: screen, cssContentSize: content } = await tab.answer(() =>
    tab.cdp.send('Page.getLayoutMetrics'),
  );
  if (fullPage) {
    return { x: 0, y: 0, width: Math.min(content.width, MAX_SIDE), height: Math.min(content.height, MAX_SIDE) };
  }
  if (selector === undefined) {
    return { x: screen.pageX, y: screen.pageY, width: screen.clientWidth, height: screen.clientHeight };
  }
  const { x, y, width, height } = await tab.answer(async () => {
    const link = tab.frames.of(selector);
    const box = await link.call({ action: 'box', selector });
    return { ...box, ...(await tab.frames.toTab(link, box)) };
  });
  const { cssLayoutViewport } = await tab.cdp.send('Page.getLayoutMetrics');
  return {
    x: x + cssLayoutViewport.pageX,
    y: y + cssLayoutViewport.pageY,
    width: Math.min(Math.max(width, 1), MAX_SIDE),
    height: Math.min(Math.max(height, 1), MAX_SIDE),
  };
}

async function capture(tab: Tab, clip: Area, scale: number): Promise<Picture> {
  return picture(await paint(tab, { clip: { ...clip, scale }, captureBeyondViewport: true }), clip, scale);
}

async function paint(tab: Tab, what: Protocol.Page.CaptureScreenshotRequest): Promise<string> {
  const options = { format: 'png', optimizeForSpeed: true, ...what } as const;
  return (await tab.answer(() => tab.cdp.send('Page.captureScreenshot', options))).data;
}

function picture(data: string, { width, height }: Area, scale: number): Picture {
  return { data, mimeType: 'image/png', width: Math.round(width * scale), height: Math.round(height * scale) };
}
