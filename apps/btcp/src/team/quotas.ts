import type { HostScope } from '@btcp/chrome';
import { type BrowserEngine, type BrowserSession, BtcpError } from '@btcp/tools';
import type { LimitableEngine } from '../hosts/local-host.js';
import type { Usage } from '../system/usage.js';

/** What each person of the team may use; what is left out is not limited. */
export interface QuotaLimits {
  browsers?: number | undefined;
  minutes?: number | undefined;
  megabytes?: number | undefined;
}

interface OpenBrowser {
  session: BrowserSession;
  counted: number;
}

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MB = 1024 * 1024;

export class Quotas {
  readonly #limits: QuotaLimits;
  readonly #usage: Usage;
  readonly #open = new Map<string, Set<OpenBrowser>>();
  readonly #starting = new Map<string, number>();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();

  constructor(limits: QuotaLimits, usage: Usage) {
    this.#limits = limits;
    this.#usage = usage;
  }

  /** The browsers of one person, where they may reach these hosts only or all. */
  engineFor(person: string, engine: LimitableEngine, hosts?: HostScope): BrowserEngine {
    const within = engine.within({ hosts, download: (bytes) => this.#download(person, bytes) });
    return {
      maxStarts: within.maxStarts,
      person,
      open: (...opening) => this.#openFor(person, () => within.open(...opening)),
      stopStarts: () => engine.stopStarts?.(),
      close: () => engine.close(),
    };
  }

  openBrowsers(person: string): number {
    return [...(this.#open.get(person) ?? [])].filter(({ session }) => session.alive).length;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#count();
  }

  async #openFor(person: string, open: () => Promise<BrowserSession>): Promise<BrowserSession> {
    this.#assertFree(person);
    const starting = this.#starting.get(person) ?? 0;
    this.#starting.set(person, starting + 1);
    try {
      const session = await open();
      const browsers = this.#open.get(person) ?? new Set();
      this.#open.set(person, browsers.add({ session, counted: Date.now() }));
      return session;
    } finally {
      this.#starting.set(person, (this.#starting.get(person) ?? 1) - 1);
    }
  }

  #assertFree(person: string): void {
    const { browsers = Number.POSITIVE_INFINITY, minutes } = this.#limits;
    const open = this.openBrowsers(person) + (this.#starting.get(person) ?? 0);
    if (open >= browsers) {
      throw new BtcpError('busy', `${person} has ${open} of ${browsers} browsers open (quota --user-browsers).`, {
        hint: 'Close one with browser_close; unused ones close automatically.',
      });
    }
    if (!this.#isTimeUp(person)) return;
    throw new BtcpError(
      'busy',
      `${person} has used ${minutes} of ${minutes} browser minutes today (quota --user-minutes).`,
      {
        hint: `The quota resets at ${nextDay()}; an admin can raise it.`,
      },
    );
  }

  #isTimeUp(person: string): boolean {
    const { minutes } = this.#limits;
    return minutes !== undefined && this.#usage.today(person).browserMs >= minutes * MINUTE_MS;
  }

  #download(person: string, bytes: number): string | undefined {
    const { megabytes } = this.#limits;
    const used = this.#usage.today(person).downloadedBytes;
    if (megabytes !== undefined && used + bytes > megabytes * MB) {
      const usedText = Math.round((used / MB) * 100) / 100;
      return `${person} has used ${usedText} of ${megabytes} MB of downloads today (quota --user-downloads), which resets at ${nextDay()}`;
    }
    this.#usage.add(person, { downloadedBytes: bytes });
    return undefined;
  }

  #tick(): void {
    this.#count();
    for (const [person, browsers] of this.#open) {
      // The next call fails with the reason.
      if (this.#isTimeUp(person)) for (const { session } of browsers) void session.close().catch(() => {});
    }
  }

  #count(): void {
    const now = Date.now();
    for (const [person, browsers] of this.#open) {
      for (const browser of browsers) {
        this.#usage.add(person, { browserMs: now - browser.counted });
        browser.counted = now;
        if (!browser.session.alive) browsers.delete(browser);
      }
      if (browsers.size === 0) this.#open.delete(person);
    }
  }
}

// Days are those of UTC, as in the usage.
function nextDay(): string {
  return `${new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
