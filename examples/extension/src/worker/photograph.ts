import type { PageCommand } from '@btcp/client/page-agent';
import type { Corner, Scene } from '../document/camera.js';
import type { Response } from '../shared/messages.js';
import { captureTab } from './capture-tab.js';
import type { DocumentLink } from './document-link.js';
import { encode } from './encode.js';

// As in the Chrome engine.
const MAX_SIDE = 16_000;

/** Photographs the screen, an element or the whole page, tile by tile; `undefined` where the tab is not in front. */
export async function photograph(
  tabId: number,
  link: DocumentLink,
  { selector, fullPage, format = 'png', quality = 90 }: PageCommand<'screenshot'>,
): Promise<Response | undefined> {
  const begun = await link.pose({ step: 'begin', selector, fullPage });
  if (!begun.success) return begun;
  const scene = begun.data as Scene;
  const canvas = new OffscreenCanvas(sideOf(scene.width), sideOf(scene.height));
  try {
    if (!(await drawTiles(canvas, scene, tabId, link))) return undefined;
  } finally {
    await link.pose({ step: 'end' });
  }
  return { success: true, data: await encode(canvas, format, quality), page: scene.page };
}

async function drawTiles(canvas: OffscreenCanvas, scene: Scene, tabId: number, link: DocumentLink): Promise<boolean> {
  const context = canvas.getContext('2d');
  const { width, height } = scene.screen;
  for (const [index, { x, y }] of tilesOf(scene, canvas).entries()) {
    const posed = await link.pose({ step: 'show', x, y, isFirst: index === 0 });
    const capture = await captureTab(tabId);
    if (!capture || !posed.success) return false;
    // At the end of the page, the last tile overlaps the one before.
    const corner = posed.data as Corner;
    const scale = capture.width / scene.captureWidth;
    const place = [corner.x - scene.x, corner.y - scene.y, width, height] as const;
    context?.drawImage(capture, 0, 0, width * scale, height * scale, ...place);
    capture.close();
  }
  return true;
}

function tilesOf({ x, y, screen }: Scene, { width, height }: OffscreenCanvas): Corner[] {
  const isOnScreen =
    x >= screen.x && y >= screen.y && x + width <= screen.x + screen.width && y + height <= screen.y + screen.height;
  if (isOnScreen) return [screen];
  const tiles: Corner[] = [];
  for (let down = 0; down < height; down += screen.height)
    for (let right = 0; right < width; right += screen.width) tiles.push({ x: x + right, y: y + down });
  return tiles;
}

function sideOf(length: number): number {
  return Math.max(1, Math.min(Math.round(length), MAX_SIDE));
}
