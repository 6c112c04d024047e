import { isIP } from 'node:net';
import { BtcpError } from '@btcp/protocol';
import { addressKind } from './address-kind.js';
import { isLocalName } from './local-visits.js';

/** For browsers whose connections are not made here: the agent must not answer its own requests to a person. */
export function assertNotOwnServer(url: string, closedPorts: readonly number[]): void {
  if (closedPorts.length === 0 || !/^https?:/i.test(url) || !URL.canParse(url)) return;
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isHere = isLocalName(host) || (isIP(host) !== 0 && addressKind(host).scope === 'loopback');
  if (!isHere || !closedPorts.includes(Number(port || (protocol === 'https:' ? 443 : 80)))) return;
  throw new BtcpError('denied', 'The network policy refuses this page: it is the server of this browser.', {
    hint: 'Open another page, or select another tab.',
  });
}
