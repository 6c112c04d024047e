import type { AccessRequest } from './request.js';

/** Who may call one endpoint of a server. */
export interface AccessRules<Caller> {
  /** The `Host` values that are served, such as `127.0.0.1:4700`. Pages of each of them are the server's own. */
  hosts?: ReadonlySet<string>;
  /** Host names that are served on any port. */
  hostNames?: ReadonlySet<string>;
  /** Origins whose pages may call, besides the server's own; `*` allows every website. */
  origins?: readonly string[];
  /** Returns whose token this is, also where a request has none; `undefined` rejects it. */
  callerByToken(token: string | undefined): Caller | undefined | Promise<Caller | undefined>;
  /** Returns whose `Cookie` header this is. Without it, cookies count for nothing. */
  callerByCookie?(cookie: string): Caller | undefined;
}

/**
 * What is wrong with a request: the host name is not served (a rebound DNS name), the page that sent it may not call,
 * the sender is unknown, or a cookie came from nowhere (a forged request).
 */
export type Refusal = 'host' | 'origin' | 'caller' | 'forged';

/** Whether a request is served, and for whom; a public one has no caller. */
export type Decision<Caller> = { isAllowed: true; caller: Caller | undefined } | { isAllowed: false; reason: Refusal };

/**
 * Decides whether a request is served. Every endpoint asks this function and nothing else.
 *
 * @example
 * const decision = await decide(readRequest(request.method, request.headers), rules);
 * if (!decision.isAllowed) return refuse(decision.reason);
 */
export async function decide<Caller>(request: AccessRequest, rules: AccessRules<Caller>): Promise<Decision<Caller>> {
  if (!isServed(request.host, rules)) return refuse('host');
  if (!mayCall(request, rules)) return refuse('origin');
  if (request.isPublic) return { isAllowed: true, caller: undefined };
  const caller = await rules.callerByToken(request.token);
  if (caller !== undefined) return { isAllowed: true, caller };
  return decideByCookie(request, rules);
}

function decideByCookie<Caller>(request: AccessRequest, rules: AccessRules<Caller>): Decision<Caller> {
  // A token that was sent decides alone: an expired link must not become more by the browser's cookie.
  const cookie = request.token === undefined ? request.cookie : undefined;
  const caller = cookie === undefined ? undefined : rules.callerByCookie?.(cookie);
  if (caller === undefined) return refuse('caller');
  // Browsers send cookies unasked, so a change must come from a page of this server.
  const { origin, isReading, isSameOrigin } = request;
  const isGenuine = origin === undefined ? isReading || isSameOrigin : isOwnPage(request, rules);
  return isGenuine ? { isAllowed: true, caller } : refuse('forged');
}

function isServed(host: string | undefined, { hosts, hostNames }: AccessRules<unknown>): boolean {
  if (host === undefined) return false;
  return hosts?.has(host) || hostNames?.has(host) || hostNames?.has(host.replace(/:\d+$/, '')) || false;
}

function mayCall(request: AccessRequest, rules: AccessRules<unknown>): boolean {
  const { origin } = request;
  const { origins = [] } = rules;
  if (origin === undefined || origins.includes(origin) || isOwnPage(request, rules)) return true;
  return origins.includes('*') && hostOf(origin) !== undefined;
}

function isOwnPage({ host, origin = '' }: AccessRequest, { hosts }: AccessRules<unknown>): boolean {
  const originHost = hostOf(origin);
  return originHost !== undefined && (originHost === host || hosts?.has(originHost) === true);
}

/** Undefined for `null`, which stands for files and sandboxed frames. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/(.+)$/.exec(origin)?.[1];
}

function refuse(reason: Refusal): { isAllowed: false; reason: Refusal } {
  return { isAllowed: false, reason };
}
