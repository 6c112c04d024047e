import type { CastQuality, LiveFrame } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';

export type Show = (frame: LiveFrame, isReplay: boolean) => void;

/** Newer Chromes can be told to wait for the last frame to be taken, and then to send the newest one. */
interface ScreencastOptions extends Protocol.Page.StartScreencastRequest {
  maxFramesInFlight?: number;
  sendLastFrame?: boolean;
}

const NEWEST_ONLY = { maxFramesInFlight: 1, sendLastFrame: true };

const QUALITIES: Record<CastQuality, ScreencastOptions> = {
  high: { format: 'jpeg', quality: 80, everyNthFrame: 1 },
  low: { format: 'jpeg', quality: 40, maxWidth: 640, maxHeight: 640, everyNthFrame: 1 },
};

/** The pictures of one tab in one quality, however many watch. It runs while somebody does. */
export class Cast {
  readonly #tab: Tab;
  readonly #quality: CastQuality;
  readonly #nextSequence: () => number;
  readonly #watchers = new Set<Show>();
  #running: Promise<CDPSession | undefined> | undefined;
  #last: LiveFrame | undefined;

  constructor(tab: Tab, quality: CastQuality, nextSequence: () => number) {
    this.#tab = tab;
    this.#quality = quality;
    this.#nextSequence = nextSequence;
  }

  /** The last picture is shown at once: a page that stands still gives no other. */
  watch(show: Show): () => void {
    this.#watchers.add(show);
    if (this.#running && this.#last) show(this.#last, true);
    this.#running ??= this.#start();
    return () => {
      if (this.#watchers.delete(show) && this.#watchers.size === 0) this.#stop();
    };
  }

  /** A page that has crashed and come back is cast anew. */
  restart(): void {
    if (!this.#running) return;
    this.#stop();
    this.#running = this.#start();
  }

  /** A session of its own, because a tab gives each session one cast, and ends it when the session does. */
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
      // The tab went away: who watches it is told so.
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
      // Nothing else that Chrome tells, such as its clock: what is the same for two frames is told once.
      metadata: { deviceWidth, deviceHeight, pageScaleFactor, offsetTop, scrollOffsetX, scrollOffsetY },
    };
    for (const show of [...this.#watchers]) show(this.#last, false);
  }
}
