import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bundleModule, type PageServer, servePages } from '@btcp/test-support';
import type { ViewerState } from '@btcp/viewer';
import type { Browser, Page } from 'puppeteer-core';
import type {} from './page/open-viewer.ts';

// Puppeteer's own patience is too short for a busy machine.
const PATIENCE_MS = 60_000;

/** A page of the person who watches. The viewer is one script: sixty modules per page would take most of the time. */
export async function serveViewerPage(pages: Record<string, string | RequestListener> = {}): Promise<PageServer> {
  const script = await bundleModule(fileURLToPath(new URL('page/open-viewer.ts', import.meta.url)), 'browser');
  return servePages({
    '/': '<!doctype html><title>Viewer page</title><script type="module" src="/open-viewer.js"></script>',
    '/open-viewer.js': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script),
    ...pages,
  });
}

export interface ViewerPage extends AsyncDisposable {
  page: Page;
  /** Waits until the state is so. */
  until(condition: (state: ViewerState) => boolean): Promise<void>;
  state(): Promise<ViewerState>;
  /** The colour of the picture, at a spot of the canvas in its own pixels. */
  colourAt(x: number, y: number): Promise<number[]>;
}

/** A tab of a person who watches, apart from those of others. */
export async function openViewerPage(browser: Browser, origin: string): Promise<ViewerPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(origin);
  await page.waitForFunction('globalThis.isReady');
  return {
    page,
    async until(condition) {
      await page.waitForFunction(`(${condition})(viewer.getSnapshot())`);
    },
    state: () => page.evaluate(() => window.viewer.getSnapshot()),
    colourAt: (x, y) =>
      page.evaluate(
        (x, y) => {
          const { data } = window.viewer.canvas.getContext('2d')?.getImageData(x, y, 1, 1) ?? { data: [] };
          return [...data].slice(0, 3);
        },
        x,
        y,
      ),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** A JPEG of one colour, painted by the browser. */
export async function paintFrame(browser: Browser, colour: string, width = 1280, height = 720): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.setContent(`<body style="background:${colour}">`);
  const image = await page.screenshot({ type: 'jpeg', quality: 90 });
  await page.close();
  return image;
}
