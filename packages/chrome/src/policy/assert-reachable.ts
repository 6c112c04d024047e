import { BtcpError } from '@btcp/protocol';
import { addressesOf } from './dial.js';
import { type NetworkOptions, NetworkPolicy } from './network-policy.js';

/** Rejects an address that pages may not reach either; this machine is open, because the address was given by name. */
export async function assertReachable(address: string, network: NetworkOptions = {}): Promise<void> {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(url.port || (isSecure ? 443 : 80)), isSecure };
  const policy = new NetworkPolicy(network);
  const refusal =
    policy.refusal(to) ??
    (await addressesOf(host, network.resolve)).map((found) => policy.refusal({ ...to, address: found })).find(Boolean);
  if (!refusal) return;
  throw new BtcpError('denied', `The network policy refuses ${url.host}: ${refusal.rule}.`, { hint: refusal.hint });
}
