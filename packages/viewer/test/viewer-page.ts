import { serveModulePage } from '@btcp/test-support';
import type { Viewer, ViewerOptions, ViewerState } from '@btcp/viewer';
import type { BrowserWindow, BrowserWindowOptions } from '@btcp/viewer/window';
import type { Browser, Page } from 'puppeteer-core';

declare global {
  interface Window {
    openViewer(style: string, options: ViewerOptions): void;
    openWindow(style: string, options: BrowserWindowOptions): void;
    viewer: Viewer;
    browserWindow: BrowserWindow;
    /** What a person reads in the window. */
    shownText(): string;
  }
}

/** A page of the person who watches; its server also serves the built viewer. */
export function serveViewerPage(pages: Parameters<typeof serveModulePage>[1] = {}) {
  return serveModulePage(
    `
    import { createViewer } from '/viewer/index.js';
    import { mountBrowserWindow } from '/viewer/window/index.js';
    document.body.style.margin = 0;
    const add = (tag, style) => {
      const element = document.createElement(tag);
      element.style.cssText = style;
      document.body.append(element);
      return element;
    };
    globalThis.openViewer = (style, options) => {
      globalThis.viewer = createViewer(add('canvas', style), options);
    };
    globalThis.openWindow = (style, options) => {
      globalThis.browserWindow = mountBrowserWindow(add('div', style), options);
      globalThis.viewer = browserWindow.viewer;
    };
    globalThis.shownText = () => viewer.canvas.closest('section').innerText;
  `,
    pages,
  );
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
