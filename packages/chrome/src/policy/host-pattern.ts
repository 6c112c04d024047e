import { isIP } from 'node:net';
import { BtcpError } from '@btcp/protocol';
import { addressRange } from './address-kind.js';

export interface Destination {
  host: string;
  port: number;
  address?: string | undefined;
  isSecure?: boolean | undefined;
}

export interface HostPattern {
  text: string;
  needsAddress: boolean;
  needsScheme: boolean;
  matches(destination: Destination): boolean;
}

export const SCHEME_PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** Reads `example.com`, `*.example.com`, `*`, `10.0.0.0/8`, `fd00::1`, any host with a port, or an origin. */
export function parseHostPattern(text: string): HostPattern {
  const { host, port, isSecure } = split(text.trim().toLowerCase(), text);
  const isAtPort = (to: Destination) =>
    (port === undefined || port === to.port) &&
    (isSecure === undefined || to.isSecure === undefined || isSecure === to.isSecure);
  const needsScheme = isSecure !== undefined;
  const [network = ''] = host.split('/');
  if (isIP(network)) {
    const contains = rangeOf(host, text);
    const matches = (to: Destination) => isAtPort(to) && contains(to.address ?? to.host);
    return { text, needsAddress: true, needsScheme, matches };
  }
  if (!/^(\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/.test(host)) throw notAPattern(text);
  const suffix = host.startsWith('*') ? host.slice(1) : undefined;
  const matches = (to: Destination) =>
    isAtPort(to) && (suffix === undefined ? to.host === host : to.host.endsWith(suffix));
  return { text, needsAddress: false, needsScheme, matches };
}

interface Parts {
  host: string;
  port: number | undefined;
  isSecure: boolean | undefined;
}

function split(pattern: string, text: string): Parts {
  if (isIP(pattern.split('/')[0] ?? '')) return { host: pattern, port: undefined, isSecure: undefined };
  const origin = /^([a-z]+:)\/\/([^/]+)\/?$/.exec(pattern);
  const [, scheme, authority = pattern] = origin ?? [];
  const schemePort = scheme === undefined ? undefined : SCHEME_PORTS[scheme];
  if (scheme !== undefined && schemePort === undefined) throw notAPattern(text);
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  return {
    host: host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''),
    port: port === undefined ? schemePort : Number(port),
    isSecure: scheme === undefined ? undefined : scheme === 'https:' || scheme === 'wss:',
  };
}

function rangeOf(range: string, text: string): (address: string) => boolean {
  try {
    return addressRange(range);
  } catch {
    throw notAPattern(text);
  }
}

function notAPattern(text: string): BtcpError {
  return new BtcpError('invalid_input', `"${text}" is not a host.`, {
    hint: 'Write example.com, *.example.com, 10.0.0.0/8, example.com:8443, or an origin such as https://example.com.',
  });
}
