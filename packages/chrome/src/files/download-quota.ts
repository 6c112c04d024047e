export interface DownloadLimits {
  /** Bytes in one session. */
  session: number;
  /** Bytes in all open sessions together. */
  total: number;
}

/** Counts bytes that are to be downloaded; returns the reason where they are too many, and then does not count them. */
export type PermitDownload = (bytes: number) => string | undefined;

const MB = 1024 * 1024;
const DEFAULTS: DownloadLimits = { session: 256 * MB, total: 1024 * MB };

/** Counts what all sessions have downloaded, so that no page fills the disk. */
export class DownloadQuota {
  readonly #limits: DownloadLimits;
  #total = 0;

  constructor(limits: Partial<DownloadLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  session(permit?: PermitDownload): SessionQuota {
    const count = (bytes: number) => {
      this.#total += bytes;
      return this.#total <= this.#limits.total;
    };
    return new SessionQuota(this.#limits, count, permit);
  }
}

export class SessionQuota {
  readonly #limits: DownloadLimits;
  readonly #count: (bytes: number) => boolean;
  readonly #byDownload = new Map<string, number>();
  readonly #permit: PermitDownload;
  #used = 0;

  constructor(limits: DownloadLimits, count: (bytes: number) => boolean, permit: PermitDownload = () => undefined) {
    this.#limits = limits;
    this.#count = count;
    this.#permit = permit;
  }

  note(id: string, bytes: number): string | undefined {
    const more = bytes - (this.#byDownload.get(id) ?? 0);
    this.#byDownload.set(id, bytes);
    this.#used += more;
    const fitsAll = this.#count(more);
    const { session, total } = this.#limits;
    if (this.#used > session) return `a session may download ${inMegabytes(session)}`;
    if (!fitsAll) return `all sessions together may download ${inMegabytes(total)}`;
    return more > 0 ? this.#permit(more) : undefined;
  }

  forget(id: string): void {
    this.note(id, 0);
    this.#byDownload.delete(id);
  }

  release(): void {
    for (const id of this.#byDownload.keys()) this.forget(id);
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MB) * 100) / 100} MB`;
}
