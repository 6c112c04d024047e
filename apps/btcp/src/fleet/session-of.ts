import { MAX_BODY_BYTES, readBody } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import type { HonoRequest } from 'hono';
import { MCP_SESSION_HEADER } from './fleet-member.js';

export interface Routed {
  session: string;
  /** Whether a browser may be started for it; a session without one is otherwise answered at the gateway. */
  starts: boolean;
  /** Whether it is answered at the gateway while no worker has the session, also one that could be restored. */
  isShown?: boolean;
}

export const HOP_HEADER = 'btcp-fleet';
/** Names why a worker did not serve a request; nothing was begun. */
export const REFUSED_HEADER = 'btcp-fleet-refused';

const SESSION_PATH =
  /^(?:\/members)?\/sessions\/([^/]+)(\/(?:tools\/[^/]+|events|files|files\/[^/]+|state|picture|look))?$/;
const EVENTS_PATH = /^(?:\/members|\/api)?\/sessions\/[^/]+\/events$/;
const SHOWN_PATH = /^\/api\/sessions\/([^/]+)(?:\/(?:tools\/[^/]+|events|recording|files|files\/[^/]+))?$/;
const MCP_PATH = /^(?:\/members)?\/mcp$/;
const BROWSER_PATH = /^\/browser\/[\w-]+$/;
const STATUS_PATH = '/browser/status';
const DEFAULT_SESSION = 'default';
// A saved state is the largest body.
const MAX_ROUTED_BYTES = 8 * MAX_BODY_BYTES;

export const LIST_PATH = '/sessions/events';
export const shownEventsPath = (session: string): string => `/api/sessions/${encodeURIComponent(session)}/events`;
export const picturePath = (session: string): string => `/sessions/${encodeURIComponent(session)}/picture`;

export const isMcp = (path: string): boolean => MCP_PATH.test(path);
/** Whether a message of MCP (2025) opens a session. */
export function isInitialize(body: string | undefined): boolean {
  if (!body?.includes('"initialize"')) return false;
  try {
    return Object(JSON.parse(body)).method === 'initialize';
  } catch {
    return false;
  }
}
export const isEvents = (path: string): boolean => EVENTS_PATH.test(path);

type RoutedRequest = Pick<HonoRequest, 'path' | 'method'> & {
  header(name: string): string | undefined;
  query(name: string): string | undefined;
};

/** Returns whose request this is, on the gateway and again on the worker; undefined for requests of no session. */
export function sessionOf(request: RoutedRequest, body: string | undefined): Routed | undefined {
  const { path, method } = request;
  if (method === 'GET' && isList(path)) return undefined;
  const shown = SHOWN_PATH.exec(path)?.[1];
  if (shown !== undefined) return { session: decoded(shown), starts: false, isShown: true };
  const [, named, rest = ''] = SESSION_PATH.exec(path) ?? [];
  if (named !== undefined) {
    const starts = rest.startsWith('/tools') || rest === '/state';
    return { session: decoded(named), starts, isShown: rest === '/picture' || rest === '/look' };
  }
  if (isMcp(path)) return mcpSession(request);
  const watched = path === STATUS_PATH ? request.query('sessionId') : undefined;
  if (watched !== undefined) return { session: watched, starts: false };
  if (method === 'POST' && BROWSER_PATH.test(path)) return { session: sessionIn(body), starts: true };
  return undefined;
}

// A session called "events" has its other paths.
function isList(path: string): boolean {
  return path === LIST_PATH || path === `/members${LIST_PATH}`;
}

export async function bodyOf({ raw, method }: HonoRequest): Promise<string | undefined> {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined;
  const body = await readBody(raw, MAX_ROUTED_BYTES);
  if (body !== undefined) return body;
  throw new BtcpError('invalid_input', `The body is larger than ${MAX_ROUTED_BYTES} bytes.`, { hint: 'Send less.' });
}

/** Whose session it is: a member's sessions begin with their name. */
export function userOf(session: string): string {
  return /^(?:mcp:)?([^~]+)~/.exec(session)?.[1] ?? '';
}

function mcpSession(request: RoutedRequest): Routed | undefined {
  const header = (name: string) => request.header(name);
  const name = header('btcp-session') ?? header('mcp-session-id') ?? header(MCP_SESSION_HEADER);
  return name === undefined ? undefined : { session: `mcp:${name}`, starts: request.method === 'POST' };
}

// A body that is wrong is reported by its route.
function sessionIn(body = ''): string {
  try {
    const { sessionId } = Object(JSON.parse(body)) as { sessionId?: unknown };
    return typeof sessionId === 'string' && sessionId !== '' ? sessionId : DEFAULT_SESSION;
  } catch {
    return DEFAULT_SESSION;
  }
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
