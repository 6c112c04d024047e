import type { AccessRequest } from './request.js';

/** Who may call one endpoint of a server. */
export interface AccessRules<Caller> {
  /** Pages of each of these hosts are the server's own. */
  hosts?: ReadonlySet<string>;
  /** Names that are served on every port. */
  hostNames?: ReadonlySet<string>;
  /** Origins whose pages may call, besides the server's own; `*` allows every website. */
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

/** Pictures, scripts and links of another site make requests without an origin; also a GET can start a browser. */
function isOfForeignTag({ origin, site }: AccessRequest): boolean {
  return origin === undefined && (site === 'cross-site' || site === 'same-site');
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
