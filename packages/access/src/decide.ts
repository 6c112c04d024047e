import type { AccessRequest } from './request.js';

/** Who may call one endpoint of a server. */
export interface AccessRules<Caller> {
  /** Pages of each of these hosts are the server's own. */
  hosts?: ReadonlySet<string>;
  hostNames?: ReadonlySet<string>;
  /** Origins whose pages may call, besides the server's own; `*` allows every website. */
  origins?: readonly string[];
  /** Also called for a request without a token; `undefined` rejects the request. */
  callerByToken(token: string | undefined): Caller | undefined | Promise<Caller | undefined>;
  callerByCookie?(cookie: string): Caller | undefined;
}

/** Why a request is rejected; `host` guards against rebound names, and `forged` against requests of other sites. */
export type Refusal = 'host' | 'origin' | 'caller' | 'forged';

/** Whether a request is served, and for whom; a public one has no caller. */
export type Decision<Caller> = { isAllowed: true; caller: Caller | undefined } | { isAllowed: false; reason: Refusal };

/**
 * Decides whether a request is served; every endpoint asks this function and nothing else.
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
  // A token that was sent decides alone: the browser's cookie must not revive an expired link.
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

// `null` stands for files and sandboxed frames.
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/(.+)$/.exec(origin)?.[1];
}

function refuse(reason: Refusal): { isAllowed: false; reason: Refusal } {
  return { isAllowed: false, reason };
}
