import type { CastQuality, LiveFrame } from '@btcp/tools';

export interface FramePumpOptions {
  /** Calls back when the frame has left for the network. */
  send: (frame: LiveFrame, isReplay: boolean, sent: () => void) => void;
  /** The line takes frames more slowly or more quickly than it did. */
  onQuality: (quality: CastQuality) => void;
}

/** A frame that takes longer than this to be taken is one too many. */
const SLOW_MS = 250;
const SLOW_FRAMES = 3;
/** One that takes this long says enough by itself: on a thin line, two more would take many seconds. */
const VERY_SLOW_MS = 1_000;
const QUICK_MS = 80;
const QUICK_FRAMES = 60;

/**
 * The frames of one viewer: one is under way, and the newest waits. A viewer that does not read holds nobody up and
 * costs no more than that.
 */
export class FramePump {
  readonly #options: FramePumpOptions;
  #waiting: { frame: LiveFrame; isReplay: boolean } | undefined;
  #isSending = false;
  #unacknowledged: number | undefined;
  #isPacedByAcks = false;
  #interval = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #slow = 0;
  #quick = 0;

  constructor(options: FramePumpOptions) {
    this.#options = options;
  }

  /** When the last frame left, by the clock of `performance`. */
  get sentAt(): number {
    return this.#sentAt;
  }

  /** Whether all that was sent has been taken. */
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
    this.#waiting = { frame, isReplay };
    this.#next();
  }

  /** This frame and all before it have been drawn. */
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
