import { within } from '@btcp/protocol';
import { type BrowserEngine, type BrowserSession, type BrowserState, BtcpError, changesBetween } from '@btcp/tools';
import type { KeptBrowser, PendingMerges } from './kept-browser.js';

interface CopyOptions {
  engine: BrowserEngine;
  kept: KeptBrowser;
  pending: PendingMerges;
  // Whether a run works in the kept browser: it ends later, so its own changes win.
  isKeptInUse(): boolean;
}

const NOTHING: BrowserState = { cookies: [], storage: [], tabs: [] };
// What is not read in time is not merged, and the agent would be signed out again.
const READ_MS = 30_000;
const REOPEN_MS = 20_000;

/** Opens browsers that begin with a copy of what an agent is signed in to, and merge what they changed when they end. */
export class CopyEngine implements BrowserEngine {
  readonly #options: CopyOptions;
  readonly #merges = new Map<string, () => Promise<void>>();

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get maxStarts(): number | undefined {
    return this.#options.engine.maxStarts;
  }

  get person(): string | undefined {
    return this.#options.engine.person;
  }

  async open(id: string, restore?: string): Promise<BrowserSession> {
    const { engine, kept } = this.#options;
    const state = await kept.read();
    if (!state) {
      throw new BtcpError('browser_unavailable', 'What the agent is signed in to could not be read.', {
        hint: 'Call again.',
      });
    }
    const session = await engine.open(id);
    try {
      await session.changeState?.(changesBetween(NOTHING, state));
      this.#follow(id, session, { ...state, cookies: (await session.saveState?.({ origins: [] }))?.cookies ?? [] });
      if (restore) await reopen(session, restore);
      return session;
    } catch (thrown) {
      await session.close();
      throw thrown;
    }
  }

  async merge(id: string): Promise<void> {
    await this.#merges.get(id)?.();
  }

  stopStarts(): void {
    this.#options.engine.stopStarts?.();
  }

  close(): Promise<void> {
    return this.#options.engine.close();
  }

  #follow(id: string, session: BrowserSession, began: BrowserState): void {
    let before = began;
    let turn: Promise<void> = Promise.resolve();
    const merge = () => {
      turn = turn.then(async () => {
        const after = await this.#read(session);
        if (!after) return;
        await this.#add(before, after);
        before = after;
      });
      return turn;
    };
    this.#merges.set(id, merge);
    const close = session.close.bind(session);
    session.close = async () => {
      this.#merges.delete(id);
      await merge().catch(() => {});
      await close();
    };
  }

  async #read(session: BrowserSession): Promise<BrowserState | undefined> {
    if (!session.alive) return undefined;
    const reading = session.saveState?.({ origins: await this.#options.pending.origins() });
    return reading && within<BrowserState | undefined>(reading, READ_MS, () => undefined);
  }

  async #add(before: BrowserState, after: BrowserState): Promise<void> {
    const { kept, pending, isKeptInUse } = this.#options;
    const changes = changesBetween(before, after);
    if (changes.length === 0) return;
    const isInUse = isKeptInUse();
    await pending.add(changes, !isInUse);
    if (!isInUse) await kept.merge();
  }
}

async function reopen(session: BrowserSession, url: string): Promise<void> {
  const { signal } = new AbortController();
  await session.navigate(url, { waitUntil: 'domcontentloaded', timeout: REOPEN_MS, signal }).catch(() => {});
}
