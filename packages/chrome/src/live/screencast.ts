import type { LiveFrame, ScreencastQuality } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';

export type Show = (frame: LiveFrame, isReplay: boolean) => void;

// Newer Chromes can wait until the last frame is acknowledged, and then send the newest.
interface ScreencastOptions extends Protocol.Page.StartScreencastRequest {
  maxFramesInFlight?: number;
  sendLastFrame?: boolean;
}

const NEWEST_ONLY = { maxFramesInFlight: 1, sendLastFrame: true };

const QUALITIES: Record<ScreencastQuality, ScreencastOptions> = {
  high: { format: 'jpeg', quality: 80, everyNthFrame: 1 },
  low: { format: 'jpeg', quality: 40, maxWidth: 640, maxHeight: 640, everyNthFrame: 1 },
};

export class Screencast {
  readonly #tab: Tab;
  readonly #quality: ScreencastQuality;
  readonly #nextSequence: () => number;
  readonly #watchers = new Set<Show>();
  #running: Promise<CDPSession | undefined> | undefined;
  #last: LiveFrame | undefined;

  constructor(tab: Tab, quality: ScreencastQuality, nextSequence: () => number) {
    this.#tab = tab;
    this.#quality = quality;
    this.#nextSequence = nextSequence;
  }

  /** Shows the last frame at once, because a still page sends no other. */
  watch(show: Show): () => void {
    this.#watchers.add(show);
    if (this.#running && this.#last) show(this.#last, true);
    this.#running ??= this.#start();
    return () => {
      if (this.#watchers.delete(show) && this.#watchers.size === 0) this.#stop();
    };
  }

  restart(): void {
    if (!this.#running) return;
    this.#stop();
    this.#running = this.#start();
  }

  // On its own session, because Chrome runs one screencast per session.
  async #start(): Promise<CDPSession | undefined> {
    try {
      const cdp = await this.#tab.openSession();
      cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
        cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
        this.#show(data, metadata);
      });
      await cdp.send('Page.enable');
      const options = QUALITIES[this.#quality];
      const newest: ScreencastOptions = { ...options, ...NEWEST_ONLY };
      await cdp.send('Page.startScreencast', newest).catch(() => cdp.send('Page.startScreencast', options));
      return cdp;
    } catch {
      // The tab is gone; viewers get an event about that.
      return undefined;
    }
  }

  #stop(): void {
    const running = this.#running;
    this.#running = undefined;
    this.#last = undefined;
    void running?.then((cdp) => cdp?.detach()).catch(() => {});
  }

  #show(data: string, metadata: Protocol.Page.ScreencastFrameMetadata): void {
    if (!this.#running) return;
    const { timestamp, deviceWidth, deviceHeight, pageScaleFactor, offsetTop, scrollOffsetX, scrollOffsetY } = metadata;
    this.#last = {
      tab: this.#tab.id,
      sequence: this.#nextSequence(),
      captured: timestamp === undefined ? Date.now() : timestamp * 1_000,
      data,
      // Without Chrome's clock, so that unchanged metadata is equal and sent once.
      metadata: { deviceWidth, deviceHeight, pageScaleFactor, offsetTop, scrollOffsetX, scrollOffsetY },
    };
    for (const show of [...this.#watchers]) show(this.#last, false);
  }
}
