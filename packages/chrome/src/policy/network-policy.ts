import { BtcpError } from '@btcp/protocol';
import { addressKind } from './address-kind.js';
import type { ClientCertificate } from './certificates/client-certificates.js';
import { type Destination, type HostPattern, parseHostPattern } from './host-pattern.js';
import { isLocalName } from './local-visits.js';

/** Where pages may connect to. Hosts are names, `*.example.com`, ranges, each with or without a port, or origins. */
export interface NetworkOptions {
  /** The only hosts that may be reached; all when left out. */
  allow?: readonly string[] | undefined;
  deny?: readonly string[] | undefined;
  /**
   * Hosts of private networks that may be reached, or `all`. None when left out: cloud metadata, the local network and
   * other addresses that the public cannot reach are refused. This machine (localhost) is open to its own pages while
   * a tab shows one that was opened by name, and to all pages where it is listed here.
   */
  private?: readonly string[] | 'all' | undefined;
  /** Ports of this machine that no page reaches: those of the server that runs the browsers. */
  closedPorts?: (() => readonly number[]) | undefined;
  /** An HTTP proxy, with a login if it asks for one; the one of the environment (`HTTPS_PROXY`) when left out. */
  proxy?: string | undefined;
  clientCertificates?: readonly ClientCertificate[] | undefined;
  /** Finds the addresses of a host; the system does it when left out. */
  resolve?: ((host: string) => Promise<string[]>) | undefined;
}

/** Fewer hosts than the options allow, for some browsers. */
export interface HostScope {
  allow: readonly string[];
  /** Completes "it is outside …". */
  of: string;
  hint: string;
}

/** Why a connection is refused, and what would allow it. */
export interface Refusal {
  rule: string;
  hint: string;
}

export class NetworkPolicy {
  readonly #allow;
  readonly #deny;
  readonly #private;
  readonly #closedPorts: () => readonly number[];
  readonly #options: NetworkOptions;
  readonly #scope: HostScope | undefined;
  readonly #inScope;

  constructor(options: NetworkOptions = {}, scope?: HostScope) {
    const { allow, deny = [], private: reachable = [], closedPorts = () => [] } = options;
    this.#options = options;
    this.#scope = scope;
    this.#inScope = scope?.allow.map(parseHostPattern);
    this.#allow = allow?.map(parseHostPattern);
    this.#deny = deny.flatMap(withAddresses).map(parseHostPattern);
    this.#private = reachable === 'all' ? ('all' as const) : reachable.flatMap(withAddresses).map(parseHostPattern);
    this.#closedPorts = closedPorts;
  }

  within(scope: HostScope): NetworkPolicy {
    return new NetworkPolicy(this.#options, scope);
  }

  get isOpen(): boolean {
    return !this.#scope && this.#allow === undefined && this.#deny.length === 0 && this.#private === 'all';
  }

  get needsScheme(): boolean {
    return [...(this.#allow ?? []), ...(this.#inScope ?? []), ...this.#deny].some(({ needsScheme }) => needsScheme);
  }

  /** Asked with the name, then with each address, and last with the scheme. */
  refusal(to: Destination): Refusal | undefined {
    const isKnown = to.isSecure !== undefined;
    const denied = this.#deny.find((pattern) => (isKnown || !pattern.needsScheme) && pattern.matches(to));
    if (denied) return { rule: `${denied.text} is denied`, hint: "The server's operator can change --deny-host." };
    if (this.#scope && isOutside(to, this.#inScope))
      return { rule: `it is outside ${this.#scope.of}`, hint: this.#scope.hint };
    if (this.#allow && isOutside(to, this.#allow)) {
      const other = this.#allow.find((pattern) => pattern.matches({ ...to, isSecure: undefined }));
      return {
        rule: other ? `only ${other.text} is allowed there` : 'it is not an allowed host',
        hint: "The server's operator can add it to --allow-host.",
      };
    }
    return to.address === undefined ? undefined : this.#privateRefusal({ ...to, address: to.address });
  }

  /** Why a connection to this machine is not made while no tab visits it. */
  localRefusal(to: Destination & { address: string }, isVisited: () => boolean): Refusal | undefined {
    if (this.#closedPorts().includes(to.port)) {
      return {
        rule: 'it is the server of this browser',
        hint: 'Pages do not reach the server that runs their browser.',
      };
    }
    if (this.#isListed(to) || isVisited()) return undefined;
    return {
      rule: 'it is this machine, which pages from elsewhere do not reach',
      hint: "Open its address with browser_navigate. The server's operator can open it to all pages with --private-network localhost.",
    };
  }

  /** Why a name is not given to another proxy, which may know what we do not: where only a private network has it. */
  nameRefusal(to: Destination): Refusal | undefined {
    if (!isInsideName(to.host) || this.#isListed(to)) return undefined;
    return {
      rule: 'it is a name of private networks',
      hint: `Private networks are blocked. The server's operator can allow this one with --private-network ${to.host}.`,
    };
  }

  // Whether it was named as a private host, or allowed by its address: an allowed name may lead anywhere.
  #isListed(to: Destination): boolean {
    if (this.#private === 'all') return true;
    const addresses = this.#allow?.filter(({ needsAddress }) => needsAddress) ?? [];
    return [...this.#private, ...addresses].some((pattern) => pattern.matches(to));
  }

  #privateRefusal(to: Destination & { address: string }): Refusal | undefined {
    const { scope, range } = addressKind(to.address);
    if (scope !== 'private' || this.#isListed(to)) return undefined;
    return {
      rule: `${to.host === to.address ? 'it' : to.address} is in ${range}`,
      hint: `Private networks are blocked. The server's operator can allow this one with --private-network ${to.host}.`,
    };
  }
}

// Other names are not looked up for the sake of listed addresses: every look-up discloses the name to somebody.
function isOutside(to: Destination, patterns: readonly HostPattern[] = []): boolean {
  const mayStillMatch =
    to.address === undefined && isLocalName(to.host) && patterns.some(({ needsAddress }) => needsAddress);
  return !mayStillMatch && !patterns.some((pattern) => pattern.matches(to));
}

// The ends of names that the public network does not have.
const INSIDE = ['internal', 'local', 'localdomain', 'lan', 'home', 'corp', 'intranet', 'private', 'home.arpa', 'arpa'];

function isInsideName(host: string): boolean {
  return !host.includes('.') || INSIDE.some((end) => host.endsWith(`.${end}`));
}

// `localhost` stands for the addresses of this machine as well.
function withAddresses(host: string): string[] {
  const [, scheme = '', port = ''] = /^([a-z]+:\/\/)?localhost(:\d+)?\/?$/i.exec(host.trim()) ?? [];
  if (scheme === '' && port === '' && !/^localhost$/i.test(host.trim())) return [host];
  const addresses =
    scheme === '' && port === '' ? ['127.0.0.0/8', '::1'] : [`${scheme}127.0.0.1${port}`, `${scheme}[::1]${port}`];
  return [host, ...addresses];
}

export function cannotLimit({ of }: HostScope): BtcpError {
  return new BtcpError('denied', `A browser that is running already cannot be limited to ${of}.`, {
    hint: 'Start the server without --connect, or use a token without hosts.',
  });
}
