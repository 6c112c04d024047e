import { hostname, networkInterfaces } from 'node:os';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

export function reachableName(host: string): string {
  return isEverywhere(host) ? '127.0.0.1' : bracketed(host);
}

function servedNames(host: string): Set<string> {
  const names = new Set([bracketed(host), ...LOOPBACK]);
  if (isEverywhere(host)) {
    names.add(hostname());
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address } of addresses ?? []) names.add(bracketed(address));
    }
  }
  return names;
}

/** The `Host` values that are served. Behind a public name, no other names of this machine than those it listens on. */
export function servedHosts(host: string, port: number, isBehindName = false): Set<string> {
  return new Set(
    [...servedNames(isBehindName ? reachableName(host) : host)].flatMap((name) =>
      port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
    ),
  );
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
