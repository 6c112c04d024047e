import { sleep, within } from '@btcp/protocol';
import type { LiveFrame, VideoReport } from '@btcp/tools';
import type { Browser } from 'puppeteer-core';
import type { ChromeLive } from '../live/chrome-live.js';
import { FrameEncoder } from './frame-encoder.js';
import { type Dimensions, WebmFile } from './webm-file.js';

const MIN_FRAME_MS = 100;
const MAX_DURATION_MS = 30 * 60_000;
const MAX_BYTES = 100_000_000;
// How long the frame that is being encoded may take at the end.
const LAST_FRAME_MS = 5_000;
// A video that is stopped at once still has a picture.
const FIRST_FRAME_MS = 10_000;

interface Source {
  browser: Browser;
  live: ChromeLive;
}

/** Films the active tab of a session, and nothing while a person drives. */
export class VideoRecording {
  readonly #live: ChromeLive;
  readonly #encoder: FrameEncoder;
  readonly #file: WebmFile;
  readonly #start = Date.now();
  readonly #unsubscribe: () => void;
  #unwatch = () => {};
  #tab: string | undefined;
  #next: LiveFrame | undefined;
  #last: Uint8Array | undefined;
  #lastTime = -1;
  #onFirst = () => {};
  readonly #first = new Promise<void>((resolve) => {
    this.#onFirst = resolve;
  });
  #isBlank = false;
  // What a person entered in private stays on the page that they left.
  #wasPrivate = false;
  #writing: Promise<void> | undefined;
  #isOver = false;
  #note: string | undefined;

  private constructor(live: ChromeLive, encoder: FrameEncoder, file: WebmFile) {
    this.#live = live;
    this.#encoder = encoder;
    this.#file = file;
    this.#unsubscribe = live.subscribe((event) => {
      if (event.type === 'tabs') this.#follow();
      if (event.type === 'navigation' && event.tab === this.#tab && !live.isDriven) this.#wasPrivate = false;
    });
    this.#follow();
  }

  static async start({ browser, live }: Source, path: string): Promise<VideoRecording> {
    const dimensions = even(live.viewport);
    const encoder = await FrameEncoder.start(browser, dimensions);
    try {
      return new VideoRecording(live, encoder, await WebmFile.create(path, dimensions));
    } catch (thrown) {
      await encoder.close();
      throw thrown;
    }
  }

  async stop(): Promise<VideoReport> {
    if (!this.#isOver) await within(this.#first, FIRST_FRAME_MS, () => {});
    const duration = Math.max(1, Math.min(Date.now() - this.#start, MAX_DURATION_MS));
    this.#end();
    // A browser that hangs must not keep the file open.
    await within<unknown>(
      Promise.resolve(this.#writing).then(() => this.#encoder.close()),
      LAST_FRAME_MS,
      () => undefined,
    );
    // The last picture stays until the end.
    if (this.#last && duration > this.#lastTime) await this.#file.add(this.#last, duration);
    await this.#file.close(duration);
    const { path, size, frames } = this.#file;
    return { path, size, frames, duration, ...(this.#note === undefined ? {} : { note: this.#note }) };
  }

  #follow(): void {
    const active = this.#live.tabs.find(({ active }) => active)?.id;
    if (this.#isOver || active === undefined || active === this.#tab) return;
    this.#unwatch();
    this.#tab = active;
    this.#unwatch = this.#live.watch(active, 'high', (frame) => {
      this.#next = frame;
      this.#writing ??= this.#write();
    });
  }

  #end(note?: string): void {
    this.#isOver = true;
    this.#note ??= note;
    this.#unsubscribe();
    this.#unwatch();
  }

  async #write(): Promise<void> {
    try {
      while (this.#next && !this.#isOver) {
        const pause = this.#start + this.#lastTime + MIN_FRAME_MS - Date.now();
        if (this.#lastTime >= 0 && pause > 0) await sleep(pause);
        await this.#writeNext();
      }
    } catch (thrown) {
      this.#end(`It ended early: ${thrown instanceof Error ? thrown.message : thrown}`);
    } finally {
      this.#writing = undefined;
    }
  }

  async #writeNext(): Promise<void> {
    const frame = this.#next;
    this.#next = undefined;
    if (!frame) return;
    if (this.#live.isPrivate) this.#wasPrivate = true;
    const isBlank = this.#live.isDriven || this.#wasPrivate;
    if (isBlank && this.#isBlank) return;
    const encoded = await this.#encoder.encode(isBlank ? null : frame.data);
    // A person may have begun to drive meanwhile.
    if (!encoded || this.#isOver || (this.#live.isDriven && !isBlank)) return;
    const time = Math.max(Date.now() - this.#start, this.#lastTime + 1);
    if (time > MAX_DURATION_MS) return this.#end(`It ended after ${MAX_DURATION_MS / 60_000} minutes.`);
    if (this.#file.size + encoded.length > MAX_BYTES) return this.#end(`It ended at ${MAX_BYTES} bytes.`);
    await this.#file.add(encoded, time);
    [this.#last, this.#lastTime, this.#isBlank] = [encoded, time, isBlank];
    this.#onFirst();
  }
}

// VP8 halves the resolution of colours.
function even({ width, height }: Dimensions): Dimensions {
  return { width: width - (width % 2), height: height - (height % 2) };
}
