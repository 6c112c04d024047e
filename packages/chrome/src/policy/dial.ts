import { lookup } from 'node:dns/promises';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { addressKind } from './address-kind.js';
import { isLocalName, type LocalVisits } from './local-visits.js';
import type { NetworkOptions, NetworkPolicy, Refusal } from './network-policy.js';
import type { Upstream } from './upstream.js';

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.rule);
    this.refusal = refusal;
  }
}

const UNKNOWN = 'unknown';

const MAX_NAMES = 10_000;

export interface Dialled {
  socket: Socket;
  refusal(isSecure: boolean): Refusal | undefined;
  /** Asked whenever the browser sends something: it uses connections again, for other pages too. */
  isStillAllowed(): boolean;
}

/** Opens connections that the policy allows, to the very addresses that it checked. */
export class Dialer {
  readonly #policy: NetworkPolicy;
  readonly #resolve: NetworkOptions['resolve'];
  readonly #upstream: Upstream | undefined;
  readonly #publicNames = new Set<string>();

  constructor(policy: NetworkPolicy, resolve: NetworkOptions['resolve'], upstream: Upstream | undefined) {
    this.#policy = policy;
    this.#resolve = resolve;
    this.#upstream = upstream;
  }

  async dial(host: string, port: number, visits: LocalVisits, signal: AbortSignal): Promise<Dialled> {
    const refusal = this.#policy.refusal({ host, port });
    if (refusal) throw new Refused(refusal);
    const upstream = this.#upstream?.serves(host, port) ? this.#upstream : undefined;
    // Only the upstream proxy may know the addresses of public names.
    const found = await addressesOf(host, this.#resolve).catch((thrown) =>
      upstream ? [UNKNOWN] : Promise.reject(thrown),
    );
    const inside = found.includes(UNKNOWN) ? this.#policy.nameRefusal({ host, port }) : undefined;
    if (inside) throw new Refused(inside);
    const addresses = this.#allowed(host, port, found, visits);
    const isOwn = addresses.some((address) => addressKind(address).scope === 'loopback');
    const socket = await (upstream && !isOwn
      ? upstream.connect(host, port, signal)
      : connectTo(host, port, addresses, signal));
    return {
      socket,
      refusal: (isSecure) => this.#policy.refusal({ host, port, address: addresses[0], isSecure }),
      isStillAllowed: () => !addresses.every((address) => this.#local({ host, port, address }, visits)),
    };
  }

  #allowed(host: string, port: number, found: string[], visits: LocalVisits): string[] {
    const refusals: Refusal[] = [];
    const allowed = found.filter((address) => {
      const to = { host, port, address };
      const refusal = this.#policy.refusal(to) ?? this.#rebound(host, address) ?? this.#local(to, visits);
      if (refusal) refusals.push(refusal);
      return !refusal;
    });
    if (allowed.length === 0 && refusals[0]) throw new Refused(refusals[0]);
    const outside = allowed.filter((address) => addressKind(address).scope === 'public');
    if (outside.length === 0) return allowed;
    if (!outside.includes(UNKNOWN)) this.#rememberPublic(host);
    return outside;
  }

  #local(to: { host: string; port: number; address: string }, visits: LocalVisits): Refusal | undefined {
    if (addressKind(to.address).scope !== 'loopback') return undefined;
    return this.#policy.localRefusal(to, () => visits.allows(to.host));
  }

  // A public site whose name turns to this machine between two requests wants to be taken for a local page.
  #rebound(host: string, address: string): Refusal | undefined {
    if (!this.#publicNames.has(host) || addressKind(address).scope === 'public') return undefined;
    return {
      rule: `the name led to the public network before and now leads to ${address}`,
      hint: 'Open the address itself instead of the name.',
    };
  }

  #rememberPublic(host: string): void {
    this.#publicNames.add(host);
    const [oldest] = this.#publicNames;
    if (this.#publicNames.size > MAX_NAMES && oldest !== undefined) this.#publicNames.delete(oldest);
  }
}

/** Browsers do not look up localhost either. */
export async function addressesOf(host: string, resolve: NetworkOptions['resolve']): Promise<string[]> {
  if (isIP(host)) return [host];
  if (isLocalName(host)) return ['127.0.0.1', '::1'];
  const addresses = await (resolve ?? systemAddresses)(host);
  if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' });
  return addresses;
}

async function systemAddresses(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

function connectTo(host: string, port: number, addresses: string[], signal: AbortSignal): Promise<Socket> {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: isIP(host) ? 'address' : host,
      port,
      signal,
      noDelay: true,
      allowHalfOpen: true,
      autoSelectFamily: true,
      lookup: (_host, _options, found) => found(null, known),
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
