import { BtcpError } from '@btcp/protocol';
import type { NamedToken } from '../system/named-tokens.js';
import { assertInScope, hostsKey, scopeText } from './scope.js';

const SEPARATOR = '~';

const MEMBER_PATHS: readonly [method: RegExp, path: RegExp][] = [
  [/^POST$/, /^\/tools\/[^/]+$/],
  [/^(?:DELETE|PATCH)$/, /^$/],
  [/^GET$/, /^\/(?:events|files|files\/[^/]+|picture|state|history(?:\/\d+(?:\/picture)?)?)$/],
  [/^DELETE$/, /^\/history$/],
  [/^PUT$/, /^\/state$/],
  [/^(?:POST|DELETE)$/, /^\/links$/],
  [/^POST$/, /^\/tickets$/],
  [/^DELETE$/, /^\/links\/[^/]+$/],
];

const VIEWER_PATHS: readonly [method: RegExp, path: RegExp][] = [
  [/^GET$/, /^\/(?:events|files|files\/[^/]+|picture|history(?:\/\d+(?:\/picture)?)?)$/],
];

// The answers have the sessions that the caller may see.
const LISTS = new Set(['/sessions', '/sessions/events', '/history']);
const SESSION_PATH = /^\/sessions\/([^/]+)(.*)$/;

export type Owns = (person: string, session: string) => boolean;

/** Returns the path at which a request of a team is served: its session gets its whole name. Rejects all that is not listed. */
export function teamPath(caller: NamedToken, method: string, path: string, owns: Owns): string {
  if (method === 'GET' && LISTS.has(path)) return `/members${path}`;
  if (path === '/mcp' && caller.role === 'member') return '/members/mcp';
  const [, session, rest = ''] = SESSION_PATH.exec(path) ?? [];
  const paths = caller.role === 'member' ? MEMBER_PATHS : VIEWER_PATHS;
  if (session === undefined || !paths.some(([methods, paths]) => methods.test(method) && paths.test(rest))) {
    throw notOpen(caller, method, path);
  }
  return `/members/sessions/${encodeURIComponent(wholeName(caller, decoded(session), owns))}${rest}`;
}

/** A member's sessions begin with their name, so that no name leads to the session of another member. */
export function wholeName(caller: NamedToken, session: string, owns: Owns = () => false): string {
  const { name, role, sessions } = caller;
  // Lists have whole names, and sessions of MCP have no other.
  if (role === 'member' && !caller.scope && owns(name, session)) return session;
  if (role === 'member') {
    assertInScope(caller, session);
    return name + hostsKey(caller) + SEPARATOR + session;
  }
  if (sessions.includes(session)) return session;
  throw new BtcpError('not_found', `No session "${session}" is shared with ${name}.`, {
    hint: 'Ask an admin to share it: btcp token create NAME --role viewer --sessions SESSION.',
  });
}

function decoded(session: string): string {
  try {
    return decodeURIComponent(session);
  } catch {
    return session;
  }
}

/** A token that is limited is for programs: the workspace has agents whose browsers it does not limit. */
export function assertUnlimited(caller: NamedToken): void {
  if (!caller.scope) return;
  throw new BtcpError('denied', `The workspace is closed to this token, which is limited (${scopeText(caller)}).`, {
    hint: 'Use /sessions and /mcp with it, or a token without limits.',
  });
}

export function notOpen({ name, role }: NamedToken, method: string, path: string): BtcpError {
  return new BtcpError('denied', `${method} ${path} is not open to ${name}, who is a ${role}.`, {
    hint: 'Members call POST /sessions/:sessionId/tools/:name and /mcp; for more, ask an admin.',
  });
}
