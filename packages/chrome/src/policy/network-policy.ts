import { addressKind } from './address-kind.js';
import { type Destination, parseHostPattern } from './host-pattern.js';

/** Where pages may connect to. Hosts are names, `*.example.com`, ranges, each with or without a port, or origins. */
export interface NetworkOptions {
  /** The only hosts that may be reached; all when left out. */
  allow?: readonly string[] | undefined;
  deny?: readonly string[] | undefined;
  /** Hosts of private networks that may be reached, or `all`; none when left out. Does not cover localhost. */
  private?: readonly string[] | 'all' | undefined;
  /** Resolves a host; the system resolver when left out. */
  resolve?: ((host: string) => Promise<string[]>) | undefined;
}

/** Why a connection is refused, and what would allow it. */
export interface Refusal {
  rule: string;
  hint: string;
}

/** Decides about connections. */
export class NetworkPolicy {
  readonly #allow;
  readonly #deny;
  readonly #private;

  constructor({ allow, deny = [], private: reachable = [] }: NetworkOptions = {}) {
    this.#allow = allow?.map(parseHostPattern);
    this.#deny = deny.map(parseHostPattern);
    this.#private = reachable === 'all' ? ('all' as const) : reachable.map(parseHostPattern);
  }

  get isOpen(): boolean {
    return this.#allow === undefined && this.#deny.length === 0 && this.#private === 'all';
  }

  /** Whether connections to this machine need no check. */
  get allowsLoopback(): boolean {
    return this.#allow === undefined && this.#deny.length === 0;
  }

  /** Whether the scheme is needed to decide. */
  get needsScheme(): boolean {
    return [...(this.#allow ?? []), ...this.#deny].some(({ needsScheme }) => needsScheme);
  }

  /** Asked with the name, then with each address, and last with the scheme. */
  refusal(to: Destination): Refusal | undefined {
    const isKnown = to.isSecure !== undefined;
    const denied = this.#deny.find((pattern) => (isKnown || !pattern.needsScheme) && pattern.matches(to));
    if (denied) return { rule: `${denied.text} is denied`, hint: 'Only who runs the server can change --deny-host.' };
    const mayStillMatch = to.address === undefined && this.#allow?.some(({ needsAddress }) => needsAddress);
    if (this.#allow && !mayStillMatch && !this.#allow.some((pattern) => pattern.matches(to))) {
      const other = this.#allow.find((pattern) => pattern.matches({ ...to, isSecure: undefined }));
      return {
        rule: other ? `only ${other.text} is allowed there` : 'it is not an allowed host',
        hint: 'Only who runs the server can add it to --allow-host.',
      };
    }
    return to.address === undefined ? undefined : this.#privateRefusal({ ...to, address: to.address });
  }

  #privateRefusal(to: Destination & { address: string }): Refusal | undefined {
    const { scope, range } = addressKind(to.address);
    if (scope !== 'private' || this.#private === 'all') return undefined;
    const addresses = this.#allow?.filter(({ needsAddress }) => needsAddress) ?? [];
    if ([...this.#private, ...addresses].some((pattern) => pattern.matches(to))) return undefined;
    return {
      rule: `${to.host === to.address ? 'it' : to.address} is in ${range}`,
      hint: `Private networks are out of reach. Only who runs the server can allow this one, with --private-network ${to.host}.`,
    };
  }
}
