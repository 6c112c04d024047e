import type { Conversation, LiveBrowser } from '@btcp/tools';

// A page that works by itself is pictured this often, while somebody looks.
const STALE_MS = 5_000;
const MAX_WAIT_MS = 3_000;

/** A small picture of a session: the last one, until something may have changed. */
export class SessionPicture {
  #version = 0;
  #taken: { version: number; time: number; data: Uint8Array } | undefined;
  #taking: Promise<Uint8Array | undefined> | undefined;

  /** Grows with everything that may change the picture. */
  get version(): number {
    return this.#version;
  }

  markChanged(): void {
    this.#version++;
  }

  /** Never starts a browser, and never shows a private step; the last picture of a session that has ended. */
  async take(conversation: Conversation | undefined): Promise<Uint8Array | undefined> {
    if (conversation?.lease.state.isPrivate) this.#taken = undefined;
    const live = conversation?.current?.live;
    if (!live || this.#isFresh(conversation)) return this.#taken?.data;
    this.#taking ??= this.#capture(live, conversation).finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  #isFresh({ lease, isResting }: Conversation): boolean {
    // Frozen pages stay frozen.
    if (lease.state.isPrivate || isResting) return true;
    if (!this.#taken || this.#taken.version !== this.#version) return false;
    const isDriven = lease.state.holder.kind === 'viewer';
    // An idle browser is left alone: nothing in it is pictured again before the next call.
    return !isDriven || Date.now() - this.#taken.time < STALE_MS;
  }

  async #capture(live: LiveBrowser, { lease }: Conversation): Promise<Uint8Array | undefined> {
    const version = this.#version;
    const { epoch } = lease.state;
    const frame = await stillOf(live);
    // A private step may have begun meanwhile.
    if (frame === undefined || lease.state.isPrivate) return undefined;
    const data = Buffer.from(frame, 'base64');
    if (lease.state.epoch === epoch) this.#taken = { version, time: Date.now(), data };
    return data;
  }
}

// One frame of the active tab: the last one where somebody watches, for a still page sends no other.
function stillOf(live: LiveBrowser): Promise<string | undefined> {
  const tab = live.tabs.find(({ active }) => active)?.id;
  if (tab === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let stop = () => {};
    const end = (data: string | undefined) => {
      clearTimeout(timer);
      resolve(data);
      // The first frame may come before `watch` returns.
      queueMicrotask(() => stop());
    };
    const timer = setTimeout(end, MAX_WAIT_MS, undefined);
    stop = live.watch(tab, 'low', ({ data }) => end(data));
  });
}
