import { type Bus, PAGE_TTL_MS } from '../nats/bus.js';
import { recordOf, type SharedPage } from './shared-page.js';

export interface OwnPageRecordsOptions {
  bus: Pick<Bus, 'pages' | 'isUp'>;
  key: Buffer;
  id: string;
  onTooLarge(sessionId: string): void;
}

interface OwnPage {
  page: SharedPage;
  revision: number | undefined;
  writing: Promise<void>;
  isTooLarge: boolean;
}

const WRITE_AGAIN_MS = PAGE_TTL_MS / 3;

export class OwnPageRecords {
  readonly #options: OwnPageRecordsOptions;
  readonly #own = new Map<string, OwnPage>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: OwnPageRecordsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.writeAll(), WRITE_AGAIN_MS);
  }

  changed(page: SharedPage): void {
    const known = this.#own.get(page.sessionId);
    const own = known ?? { page, revision: undefined, writing: Promise.resolve(), isTooLarge: false };
    own.page = page;
    this.#own.set(page.sessionId, own);
    this.#write(own);
  }

  ended(sessionId: string): void {
    const own = this.#own.get(sessionId);
    if (!own) return;
    this.#own.delete(sessionId);
    own.writing = own.writing.then(() => this.#remove(own)).catch(() => {});
  }

  /** Whether a record of another server replaces what this one has written: the page has connected there. */
  yields(sessionId: string, revision: number): boolean {
    const own = this.#own.get(sessionId);
    if (!own) return true;
    if (own.revision === undefined || revision < own.revision) return false;
    this.#own.delete(sessionId);
    return true;
  }

  writeAll(): void {
    for (const own of this.#own.values()) this.#write(own);
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#own.keys()].map((sessionId) => {
      const own = this.#own.get(sessionId);
      this.ended(sessionId);
      return own?.writing;
    });
    if (this.#options.bus.isUp) await Promise.all(all);
  }

  // One write after the other; changes that come meanwhile are written together.
  #write(own: OwnPage): void {
    const { page } = own;
    own.writing = own.writing
      .then(async () => {
        const { sessionId } = page;
        const isLatest = own.page === page && this.#own.get(sessionId) === own;
        if (isLatest) await this.#put(own);
      })
      // Written again when NATS is back.
      .catch(() => {});
  }

  async #put(own: OwnPage): Promise<void> {
    const { bus, key, id, onTooLarge } = this.#options;
    const { page, revision } = own;
    const record = recordOf(key, id, page);
    if (!record) {
      if (!own.isTooLarge) onTooLarge(page.sessionId);
      own.isTooLarge = true;
      return;
    }
    const { sessionId } = page;
    const updated = revision === undefined ? undefined : await bus.pages.update(sessionId, record, revision);
    // A page that has connected elsewhere meanwhile stays there; the watch reports it.
    const isElsewhere = updated === undefined && revision !== undefined && (await bus.pages.get(sessionId));
    if (!isElsewhere) own.revision = updated ?? (await bus.pages.put(sessionId, record));
  }

  async #remove({ page, revision }: OwnPage): Promise<void> {
    if (revision !== undefined) await this.#options.bus.pages.remove(page.sessionId, revision);
  }
}
