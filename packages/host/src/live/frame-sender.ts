import type { LiveFrame, ScreencastQuality } from '@btcp/tools';
import type { LiveCounts } from './live-counts.js';

export interface FrameSenderOptions {
  counts: LiveCounts;
  send: (frame: LiveFrame, isReplay: boolean, sent: () => void) => void;
  onQuality: (quality: ScreencastQuality) => void;
}

const SLOW_MS = 250;
const SLOW_FRAMES = 3;
// So slow that there is no time to wait for two more slow frames.
const VERY_SLOW_MS = 1_000;
const QUICK_MS = 80;
const QUICK_FRAMES = 60;

export class FrameSender {
  readonly #options: FrameSenderOptions;
  #waiting: { frame: LiveFrame; isReplay: boolean } | undefined;
  #isSending = false;
  #unacknowledged: number | undefined;
  #isPacedByAcks = false;
  #interval = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #slow = 0;
  #quick = 0;

  constructor(options: FrameSenderOptions) {
    this.#options = options;
  }

  get sentAt(): number {
    return this.#sentAt;
  }

  get isIdle(): boolean {
    return !this.#isSending && this.#unacknowledged === undefined;
  }

  configure({ maxFps, pacing }: { maxFps?: number | undefined; pacing?: 'ack' | 'push' | undefined }): void {
    if (maxFps !== undefined) this.#interval = maxFps > 0 ? 1_000 / maxFps : 0;
    if (pacing !== undefined) this.#isPacedByAcks = pacing === 'ack';
    if (!this.#isPacedByAcks) this.#unacknowledged = undefined;
    this.#next();
  }

  offer(frame: LiveFrame, isReplay: boolean): void {
    if (this.#waiting) this.#options.counts.framesDropped++;
    this.#waiting = { frame, isReplay };
    this.#next();
  }

  drop(): void {
    this.#waiting = undefined;
  }

  acknowledge(sequence: number): void {
    if (this.#unacknowledged === undefined || sequence < this.#unacknowledged) return;
    this.#unacknowledged = undefined;
    this.#judge(performance.now() - this.#sentAt);
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
    this.#isSending = true;
  }

  #next(): void {
    if (!this.#waiting || this.#isSending || this.#unacknowledged !== undefined) return;
    const early = this.#sentAt + this.#interval - performance.now();
    if (early > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#next();
      }, early);
      return;
    }
    const { frame, isReplay } = this.#waiting;
    this.#waiting = undefined;
    this.#isSending = true;
    this.#options.counts.framesSent++;
    this.#sentAt = performance.now();
    if (this.#isPacedByAcks) this.#unacknowledged = frame.sequence;
    this.#options.send(frame, isReplay, () => {
      if (!this.#isPacedByAcks) this.#judge(performance.now() - this.#sentAt);
      this.#isSending = false;
      this.#next();
    });
  }

  #judge(elapsed: number): void {
    this.#slow = elapsed > SLOW_MS ? this.#slow + 1 : 0;
    this.#quick = elapsed < QUICK_MS ? this.#quick + 1 : 0;
    if (this.#slow === SLOW_FRAMES || elapsed > VERY_SLOW_MS) this.#options.onQuality('low');
    if (this.#quick === QUICK_FRAMES) this.#options.onQuality('high');
  }
}
