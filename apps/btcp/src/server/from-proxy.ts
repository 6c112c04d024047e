import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface ProxyOptions {
  /** The path before every path of this server, which a proxy passes on or removes. */
  prefix: string;
  /** Whose `X-Forwarded-*` headers are believed. */
  isTrusted(address: string | undefined): boolean;
  isServed(host: string | undefined): boolean;
}

const FORWARDED = /^(?:x-forwarded-.+|forwarded)$/i;

/** Removes the path prefix of a proxy from a request, and the headers that only a trusted proxy may set. */
export function fromProxy({ prefix, isTrusted, isServed }: ProxyOptions): (request: IncomingMessage) => void {
  const ofProxies = new WeakMap<Socket, boolean>();
  return (request) => {
    const { socket } = request;
    const isOfProxy = ofProxies.get(socket) ?? isTrusted(socket.remoteAddress);
    ofProxies.set(socket, isOfProxy);
    const { 'x-forwarded-host': host, 'x-forwarded-prefix': removed } = isOfProxy ? request.headers : {};
    if (!isOfProxy) removeHeaders(request, FORWARDED);
    // Both have to be served: a client can send the one header through a proxy that sets only the other.
    if (typeof host === 'string' && isServed(request.headers.host)) setHost(request, host.trim());
    // Without the header, a path that begins with the prefix still has it.
    if (String(removed ?? '').replace(/(?<!\/)\/+$/, '') !== prefix)
      request.url = withoutPrefix(request.url ?? '/', prefix);
  };
}

function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

function setHost(request: IncomingMessage, host: string): void {
  removeHeaders(request, /^host$/i);
  request.headers.host = host;
  request.rawHeaders.push('Host', host);
}

// Node keeps them twice, and a `Request` is made of the raw ones.
function removeHeaders(request: IncomingMessage, names: RegExp): void {
  const found = Object.keys(request.headers).filter((name) => names.test(name));
  if (found.length === 0) return;
  for (const name of found) delete request.headers[name];
  request.rawHeaders = request.rawHeaders.filter((_, index, all) => !names.test(all[index - (index % 2)] ?? ''));
}
