import type { AccessRequest } from './request.js';

/** The names of a server. */
export interface ServedHosts {
  /** Pages of each of these hosts are the server's own. */
  hosts?: ReadonlySet<string>;
  /** The origin under which a proxy serves this server: its host is served, and its pages are the server's own. */
  publicOrigin?: string | undefined;
  /** Names that are served on every port. */
  hostNames?: ReadonlySet<string>;
}

/** Who may call one endpoint of a server. */
export interface AccessRules<Caller> extends ServedHosts {
  /** Origins whose pages may call, in addition to the server's own; `*` allows every website. */
  origins?: readonly string[];
  /** Also called for a request without a token; `undefined` rejects the request. */
  callerByToken(token: string | undefined): Caller | undefined | Promise<Caller | undefined>;
}

/** Why a request is rejected; `host` guards against rebound names, and `origin` against pages of other sites. */
export type Refusal = 'host' | 'origin' | 'caller';

/** Whether a request is served, and for whom; a public one has no caller. */
export type Decision<Caller> = { isAllowed: true; caller: Caller | undefined } | { isAllowed: false; reason: Refusal };

/**
 * Decides whether a request is served; every endpoint asks this function and nothing else.
 * @example
 * const decision = await decide(readRequest(request.headers), rules);
 * if (!decision.isAllowed) return refuse(decision.reason);
 */
export async function decide<Caller>(request: AccessRequest, rules: AccessRules<Caller>): Promise<Decision<Caller>> {
  if (!isServed(request.host, rules)) return refuse('host');
  if (!mayCall(request, rules)) return refuse('origin');
  if (request.isPublic) return { isAllowed: true, caller: undefined };
  if (isOfForeignTag(request)) return refuse('origin');
  const caller = await rules.callerByToken(request.token);
  return caller === undefined ? refuse('caller') : { isAllowed: true, caller };
}

// Pictures, scripts and links of another site make requests without an origin; also a GET can start a browser.
function isOfForeignTag({ origin, site }: AccessRequest): boolean {
  return origin === undefined && (site === 'cross-site' || site === 'same-site');
}

/** Whether requests to this `Host` are served. */
export function isServed(host: string | undefined, { hosts, hostNames, publicOrigin }: ServedHosts): boolean {
  if (host === undefined) return false;
  if (isHostOf(publicOrigin, host)) return true;
  return hosts?.has(host) || hostNames?.has(host) || hostNames?.has(host.replace(/:\d+$/, '')) || false;
}

function mayCall(request: AccessRequest, rules: AccessRules<unknown>): boolean {
  const { origin } = request;
  const { origins = [] } = rules;
  if (origin === undefined || origins.includes(origin) || isOwnPage(request, rules)) return true;
  return origins.includes('*') && hostOf(origin) !== undefined;
}

function isOwnPage({ host, origin = '' }: AccessRequest, { hosts, publicOrigin }: AccessRules<unknown>): boolean {
  const originHost = hostOf(origin);
  // The scheme of the public name is known: a page that came by HTTP may have been changed on the way, so it must not call by HTTPS.
  if (originHost !== undefined && isHostOf(publicOrigin, originHost)) return origin === publicOrigin;
  return originHost !== undefined && (originHost === host || hosts?.has(originHost) === true);
}

// Whether a `Host` header names the host of an origin, with or without the port that its scheme implies.
function isHostOf(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return false;
  const { protocol, host: own, port } = new URL(origin);
  return host === own || (port === '' && host === `${own}:${protocol === 'https:' ? 443 : 80}`);
}

// `null` stands for files and sandboxed frames.
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/(.+)$/.exec(origin)?.[1];
}

function refuse(reason: Refusal): { isAllowed: false; reason: Refusal } {
  return { isAllowed: false, reason };
}
