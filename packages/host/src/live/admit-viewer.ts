import type { IncomingMessage } from 'node:http';
import { BtcpError } from '@btcp/protocol';
import { type AccessOptions, isByCookie, refusalOf, sameToken, tokenOf } from '../access-guard.js';
import type { LinkGrant, LiveLinks } from './live-links.js';

/** Who comes in, and to what. */
export interface Admission {
  role: 'view' | 'control';
  /** Undefined for whatever browser there is. */
  session: string | undefined;
  /** What it is by, unless by the token of the server. */
  link?: LinkGrant;
}

/** What a viewer who asks for a WebSocket may see and do, by the server's token, its cookie or a link; fails for others. */
export function admitViewer(
  { headers }: IncomingMessage,
  query: URLSearchParams,
  { access, links }: { access: AccessOptions; links: LiveLinks },
): Admission {
  const refusal = refusalOf({ host: headers.host ?? '', origin: headers.origin }, access);
  if (refusal) throw refusal;
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  const token = tokenOf(headers.authorization, protocols);
  const session = query.get('sessionId') ?? undefined;
  // Who may do anything can ask for less, as a server does for those whom it lets watch only.
  const role = query.get('role') === 'view' ? 'view' : 'control';
  if (access.token === null || sameToken(token, access.token)) return { role, session };
  // A link in hand is what its bearer came by: the cookie of the same browser must not make more of it.
  if (token === '' && headers.origin !== undefined && isByCookie(headers.cookie, access.token)) {
    return { role, session };
  }
  const link = links.check(token);
  if (!link || (session !== undefined && session !== link.session)) {
    throw new BtcpError('unauthorized', 'The request carries no token for this session.', {
      hint: 'Ask for a link to this session, or send the token of the server.',
    });
  }
  return { role: role === 'view' ? role : link.role, session: link.session, link };
}
