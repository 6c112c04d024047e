import { Dialer } from './dial.js';
import type { NetworkOptions, NetworkPolicy } from './network-policy.js';
import { Upstream } from './upstream.js';

/** What the egress proxies of one policy share. */
export interface WayOut {
  policy: NetworkPolicy;
  dialer: Dialer;
  upstream: Upstream | undefined;
}

export function wayOut(policy: NetworkPolicy, { proxy, resolve }: NetworkOptions): WayOut {
  const upstream = proxy === undefined ? Upstream.fromEnvironment() : Upstream.at(proxy);
  return { policy, dialer: new Dialer(policy, resolve, upstream), upstream };
}
