import { buttonOf, type PageServer, servePages } from '@btcp/test-support';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';
import { openWorkspace, type WorkspacePage } from './workspace-page.ts';

const PHONE = { width: 390, height: 844 };
const SHOP = `<meta name="viewport" content="width=device-width"><title>Shop</title>
  <style>body { margin: 0 } button { position: fixed; inset: 0; width: 100%; height: 100% }</style>
  <button onclick="document.title = 'Pressed at ' + innerWidth">Buy</button>`;

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;
let workspace: Workspace;
let window: WorkspacePage;
let path: string;

beforeAll(async () => {
  pages = await servePages({ '/': SHOP });
  server = await serve(home);
  workspace = new Workspace(server);
  ({ path } = await workspace.begin('Shopper'));
  await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: pages.origin });
  window = await openWorkspace(server);
  // The switch to a phone loads the page again, so the page has to be where it shows the session.
  await window.page.waitForSelector('>>> canvas');
  await window.page.setViewport({ ...PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
});
afterAll(async () => {
  await window[Symbol.asyncDispose]();
  await workspace.stop();
  await pages.close();
  home[Symbol.dispose]();
});

// How wide the picture and its place are, and who drives.
function seen(page: Page) {
  return page.evaluate(() => {
    const root = document.querySelector('.window')?.shadowRoot;
    const stage = root?.querySelector('.stage')?.getBoundingClientRect();
    const [width = 0, height = 0] = (
      root?.querySelector<HTMLElement>('.stage')?.style.getPropertyValue('--picture') ?? ''
    )
      .split(' / ')
      .map(Number);
    return {
      who: root?.querySelector('.who')?.textContent,
      ratio: height / width,
      stage: stage && {
        left: stage.left,
        right: stage.right,
        top: stage.top,
        bottom: stage.bottom,
        width: stage.width,
      },
    };
  });
}

function widthOfPicture(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () => document.querySelector('.window')?.shadowRoot?.querySelector('canvas')?.getBoundingClientRect().width,
  );
}

async function sizeOfPage(): Promise<{ width: number; height: number }> {
  const { body } = await workspace.ask('POST', `${path}/tools/browser_evaluate`, {
    script: '({ width: innerWidth, height: innerHeight })',
  });
  expect(body).toMatchObject({ success: true });
  return JSON.parse(body.data.value);
}

test('while a person drives from a phone the page has its width, full screen fills it, two fingers zoom, and the page goes back', async () => {
  const { page, button, problems } = window;
  const before = await sizeOfPage();
  expect(before.width).toBeGreaterThan(1_000);
  await button('Browser');
  await page.waitForSelector('>>> canvas');
  await buttonOf(page, 'Take over').click();
  // The page is narrow now, so its picture is as high as the place that it has.
  await vi.waitFor(
    async () => {
      const { who, ratio, stage } = await seen(page);
      expect(who).toBe('You are driving');
      // Nothing is left free next to the picture.
      expect(ratio).toBeGreaterThanOrEqual(0.75);
      expect((stage?.bottom ?? 0) - (stage?.top ?? 0)).toBeGreaterThanOrEqual(Math.floor(ratio * PHONE.width) - 4);
    },
    { timeout: 20_000 },
  );
  await buttonOf(page, 'Full screen').click();
  await vi.waitFor(
    async () => {
      const { stage } = await seen(page);
      expect(stage).toMatchObject({ left: 0, right: PHONE.width });
      expect(stage?.bottom).toBeGreaterThanOrEqual(PHONE.height - 1);
    },
    { timeout: 20_000 },
  );
  const { stage } = await seen(page);
  await page.touchscreen.tap(PHONE.width / 2, (stage?.top ?? 0) + 100);
  const title = () =>
    page.evaluate(() => document.querySelector('.window')?.shadowRoot?.querySelector('.tabs .label')?.textContent);
  await vi.waitFor(async () => expect(await title()).toBe(`Pressed at ${PHONE.width}`), { timeout: 20_000 });

  const cdp = await page.createCDPSession();
  const at = { x: PHONE.width / 2, y: (stage?.top ?? 0) + 200 };
  await cdp.send('Input.synthesizePinchGesture', { ...at, scaleFactor: 2, gestureSourceType: 'touch' });
  await vi.waitFor(async () => expect(await widthOfPicture(page)).toBeGreaterThan(1.5 * PHONE.width), {
    timeout: 20_000,
  });
  await cdp.send('Input.synthesizePinchGesture', { ...at, scaleFactor: 0.3, gestureSourceType: 'touch' });
  await vi.waitFor(async () => expect(await widthOfPicture(page)).toBe(PHONE.width), { timeout: 20_000 });
  await cdp.detach();

  await buttonOf(page, 'Hand back').click();
  await vi.waitFor(async () => expect(await sizeOfPage()).toEqual(before), { timeout: 20_000 });
  expect(problems).toEqual([]);
});
