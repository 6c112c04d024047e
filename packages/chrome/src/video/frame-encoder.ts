import { videoFrame } from 'btcp-browser-agent/page-functions';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { keyFrameOf } from './vp8-frame.js';
import type { Dimensions } from './webm-file.js';

const QUALITY = 0.6;

/** Encodes pictures in an empty page of its own context, which no other page can reach. */
export class FrameEncoder {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #dimensions: Dimensions;

  private constructor(context: BrowserContext, page: Page, dimensions: Dimensions) {
    this.#context = context;
    this.#page = page;
    this.#dimensions = dimensions;
  }

  static async start(browser: Browser, dimensions: Dimensions): Promise<FrameEncoder> {
    const context = await browser.createBrowserContext();
    return new FrameEncoder(context, await context.newPage(), dimensions);
  }

  /** A JPEG in base64, or null for a blank frame, as a VP8 key frame. */
  async encode(picture: string | null): Promise<Uint8Array | undefined> {
    const { width, height } = this.#dimensions;
    const data = await this.#page.evaluate(videoFrame, picture, width, height, QUALITY);
    return data === undefined ? undefined : keyFrameOf(Buffer.from(data, 'base64'));
  }

  async close(): Promise<void> {
    await this.#context.close().catch(() => {});
  }
}
