import { ClientCertificates } from './certificates/client-certificates.js';
import { Dialer } from './dial.js';
import { EgressProxy } from './egress-proxy.js';
import { type HostScope, type NetworkOptions, NetworkPolicy } from './network-policy.js';
import { Upstream } from './upstream.js';
import type { WayOut } from './way-out.js';

interface WaysOutOptions {
  network?: NetworkOptions | undefined;
  ignoreTlsErrors?: boolean | undefined;
}

export class WaysOut {
  readonly #network: NetworkOptions;
  readonly #ignoresTlsErrors: boolean;
  readonly #policy: NetworkPolicy;
  readonly #certificates: ClientCertificates | undefined;
  #usual: WayOut | undefined;

  constructor({ network = {}, ignoreTlsErrors = false }: WaysOutOptions) {
    this.#network = network;
    this.#ignoresTlsErrors = ignoreTlsErrors;
    this.#policy = new NetworkPolicy(network);
    this.#certificates = ClientCertificates.from(network.clientCertificates);
  }

  /** Undefined where pages may connect to anything by themselves. */
  async start(scope?: HostScope): Promise<EgressProxy | undefined> {
    if (scope) return EgressProxy.start(this.#by(this.#policy.within(scope)));
    const isNeeded = this.#network.proxy !== undefined || this.#certificates !== undefined;
    if (this.#policy.isOpen && !isNeeded) return undefined;
    this.#usual ??= this.#by(this.#policy);
    return EgressProxy.start(this.#usual);
  }

  #by(policy: NetworkPolicy): WayOut {
    const { proxy, resolve } = this.#network;
    const upstream = proxy === undefined ? Upstream.fromEnvironment() : Upstream.at(proxy);
    return {
      policy,
      dialer: new Dialer(policy, resolve, upstream),
      upstream,
      certificates: this.#certificates,
      ignoresTlsErrors: this.#ignoresTlsErrors,
    };
  }
}
