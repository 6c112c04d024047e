import { BlockList, isIP } from 'node:net';
import { usageError } from './settings.js';

export interface PublicAddress {
  /** Without a slash at the end. */
  url: string;
  origin: string;
  /** The path before every path of this server: `/btcp`, or nothing. */
  prefix: string;
}

export function publicAddress(text: string | undefined): PublicAddress | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username || url.password || url.search || url.hash) {
    throw usageError(
      `--public-url is "${text}".`,
      'Give the address that people open, such as https://browser.example.com or https://example.com/btcp.',
    );
  }
  const prefix = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { url: url.origin + prefix, origin: url.origin, prefix };
}

/** Also the port that the scheme implies. */
export function hostAndPort({ origin }: PublicAddress): string {
  const { protocol, hostname, port } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Reads whose `X-Forwarded-*` headers are believed: addresses and networks such as `10.0.0.0/8`. */
export function trustedProxies(listed: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const entry of listed) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (isIP(address) === 0 || length < 0 || length > most) {
      throw usageError(
        `--trusted-proxy has "${entry}".`,
        'Give IP addresses or networks, such as 10.0.0.2 or 172.16.0.0/12.',
      );
    }
    list.addSubnet(address, length, family);
  }
  return (address = '') => {
    // A socket that serves both families shows an IPv4 address in this form.
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
