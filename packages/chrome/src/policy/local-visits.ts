import { isIP } from 'node:net';
import { addressKind } from './address-kind.js';

const MAX_NAMES = 1_000;

/** Opens this machine to pages once an address of it was opened by name, for as long as a tab shows such a page. */
export class LocalVisits {
  // The hosts that are being opened by name, with how often.
  readonly #opening = new Map<string, number>();
  readonly #names = new Set<string>();
  documents: () => Iterable<string> = () => [];

  /** Opens the host of an address for the time of a visit. */
  async during<T>(url: string, visit: () => Promise<T>): Promise<T> {
    const host = hostOf(url);
    if (host === undefined) return visit();
    this.#opening.set(host, (this.#opening.get(host) ?? 0) + 1);
    try {
      return await visit();
    } finally {
      const others = (this.#opening.get(host) ?? 1) - 1;
      if (others > 0) this.#opening.set(host, others);
      else this.#opening.delete(host);
    }
  }

  allows(host: string): boolean {
    const isAllowed = this.#opening.has(host) || [...this.documents()].some((url) => this.#isLocal(hostOf(url)));
    if (isAllowed && this.#names.size < MAX_NAMES) this.#names.add(host);
    return isAllowed;
  }

  #isLocal(host: string | undefined): boolean {
    if (host === undefined) return false;
    return isLocalName(host) || this.#names.has(host) || (isIP(host) !== 0 && addressKind(host).scope === 'loopback');
  }
}

/** Runs a visit to an address that the agent or a person has named. */
export type VisitByName = <T>(url: string, visit: () => Promise<T>) => Promise<T>;

/** Names that are this machine without asking anyone. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

// The host of an address as a proxy is asked for it.
function hostOf(url: string): string | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
