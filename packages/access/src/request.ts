import type { IncomingHttpHeaders } from 'node:http';

/** What a request reveals about its sender, for fetch and for a WebSocket upgrade. */
export interface AccessRequest {
  host: string | undefined;
  origin: string | undefined;
  token: string | undefined;
  /** Where the page is that made the request, as its browser says: `same-origin`, `same-site`, `cross-site` or `none`. */
  site: string | undefined;
  /** Anyone may have the answer, so only host name and origin count. */
  isPublic?: boolean;
}

/** Reads the headers of a request. */
export function readRequest(headers: Headers | IncomingHttpHeaders): AccessRequest {
  const header = (name: string) => headerOf(headers, name);
  return {
    host: header('host'),
    origin: header('origin'),
    token: tokenOf(header('authorization'), header('sec-websocket-protocol')),
    site: header('sec-fetch-site'),
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
