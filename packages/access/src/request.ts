import type { IncomingHttpHeaders } from 'node:http';

/** What a request reveals about its sender, for fetch and for a WebSocket upgrade. */
export interface AccessRequest {
  host: string | undefined;
  origin: string | undefined;
  token: string | undefined;
  cookie: string | undefined;
  /** A WebSocket upgrade is a GET and still not reading. */
  isReading: boolean;
  isSameOrigin: boolean;
  /** Anyone may have the answer, so only host name and origin count. */
  isPublic?: boolean;
}

/** Reads the headers of a request. */
export function readRequest(method: string, headers: Headers | IncomingHttpHeaders): AccessRequest {
  const header = (name: string) => headerOf(headers, name);
  const isUpgrade = header('upgrade') !== undefined;
  return {
    host: header('host'),
    origin: header('origin'),
    token: tokenOf(header('authorization'), header('sec-websocket-protocol')),
    cookie: header('cookie'),
    isReading: (method === 'GET' || method === 'HEAD') && !isUpgrade,
    isSameOrigin: header('sec-fetch-site') === 'same-origin',
  };
}

function headerOf(headers: Headers | IncomingHttpHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function tokenOf(authorization = '', protocols = ''): string | undefined {
  const inHeader = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (inHeader !== undefined) return inHeader;
  const protocol = protocols.split(',').find((name) => name.trim().startsWith('bearer.'));
  return decoded(protocol?.trim().slice('bearer.'.length) ?? '') || undefined;
}

// A subprotocol allows few characters, so clients percent-encode the others.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
