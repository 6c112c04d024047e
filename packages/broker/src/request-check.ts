/** The parts of a request that tell where it comes from, the same for an upgrade and for fetch. */
export interface RequestOrigin {
  host: string | undefined;
  origin: string | undefined;
}

export interface OriginRules {
  /** Names under which this server may be addressed, with or without a port. */
  allowedHosts: string[];
  /** Pages that may connect: exact origins such as `https://app.example:8443`, or `*`. */
  allowedOrigins: string[];
}

/** Why the request is refused, or `undefined`. Guards against rebound names and against pages of other sites. */
export function refusalOf({ host, origin }: RequestOrigin, rules: OriginRules): string | undefined {
  if (host === undefined || !rules.allowedHosts.some((allowed) => allowed === host || allowed === withoutPort(host)))
    return 'this host name is not served here';
  // Programs send no origin; they need a token like everybody.
  if (origin === undefined || isOwnOrigin(origin, host)) return undefined;
  const isAllowed =
    rules.allowedOrigins.includes(origin) || (rules.allowedOrigins.includes('*') && isWebOrigin(origin));
  return isAllowed ? undefined : `pages of ${origin} may not connect here`;
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Not `null`, which stands for files and sandboxed frames. */
function isWebOrigin(origin: string): boolean {
  return /^https?:\/\//.test(origin);
}

/** The token of a request: in the header, or as the subprotocol `bearer.<token>` of a WebSocket. */
export function tokenOf(authorization: string | undefined, protocols: string[] = []): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const protocol = protocols.find((name) => name.startsWith('bearer.'));
  try {
    return protocol && decodeURIComponent(protocol.slice('bearer.'.length));
  } catch {
    return undefined;
  }
}
