import { BlockList, isIP, isIPv4 } from 'node:net';

export interface AddressKind {
  scope: 'loopback' | 'private' | 'public';
  /** The range that it is in, such as `10.0.0.0/8 (private network)`. */
  range?: string;
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

// The special-purpose ranges of the IANA registries.
const PRIVATE: [range: string, what: string][] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private network'],
  ['100.64.0.0/10', 'carrier network'],
  ['168.63.129.16/32', 'cloud metadata'],
  ['169.254.0.0/16', 'link-local and cloud metadata'],
  ['172.16.0.0/12', 'private network'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.168.0.0/16', 'private network'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['fd00:ec2::254/128', 'cloud metadata'],
  ['fc00::/7', 'private network'],
  ['64:ff9b:1::/48', 'local translation'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['2001:db8::/32', 'documentation'],
  ['2001::/32', 'tunnel'],
  ['100::/64', 'discarded'],
  ['::/96', 'unspecified'],
];

const loopback = LOOPBACK.map(addressRange);
const privateRanges = PRIVATE.map(([range, what]) => ({ contains: addressRange(range), name: `${range} (${what})` }));

/** Classifies an IP address, or the IPv4 address inside it. */
export function addressKind(address: string): AddressKind {
  const inner = innerAddress(address);
  if (loopback.some((contains) => contains(inner))) return { scope: 'loopback' };
  const found = privateRanges.find(({ contains }) => contains(inner));
  return found ? { scope: 'private', range: found.name } : { scope: 'public' };
}

/** Tests for a range, or for one address where no length is given. */
export function addressRange(range: string): (address: string) => boolean {
  const [network = '', length] = range.split('/');
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, length === undefined ? (family === 'ipv4' ? 32 : 128) : Number(length), family);
  return (address) => {
    const inner = innerAddress(address);
    return isIP(inner) !== 0 && list.check(inner, isIPv4(inner) ? 'ipv4' : 'ipv6');
  };
}

// The IPv4 address that an IPv6 one stands for: mapped, translated (64:ff9b::/96, ::ffff:0:0:0/96) or tunnelled (2002::/16).
function innerAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const words = hexWords(address);
  const [first = 0, second = 0, third = 0] = words;
  const [high = 0, low = 0] = words.slice(-2);
  const startsWith = (...prefix: number[]) => prefix.every((word, index) => words[index] === word);
  const isMapped = startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0);
  if (isMapped || startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return dotted(high, low);
  return first === 0x2002 ? dotted(second, third) : address;
}

function hexWords(address: string): number[] {
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const head = words(left);
  if (right === undefined) return head;
  const tail = words(right);
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
