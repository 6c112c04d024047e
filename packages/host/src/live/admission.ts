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

/** Whether a request may watch the session that it asks for, or why not. */
export function admit(
  { headers }: IncomingMessage,
  asked: string | undefined,
  { access, links }: { access: AccessOptions; links: LiveLinks },
): Admission | BtcpError {
  const refusal = refusalOf({ host: headers.host ?? '', origin: headers.origin }, access);
  if (refusal) return refusal;
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  const token = tokenOf(headers.authorization, protocols);
  if (access.token === null || sameToken(token, access.token)) return { role: 'control', session: asked };
  // A link in hand is what its bearer came by: the cookie of the same browser must not make more of it.
  if (token === '' && headers.origin !== undefined && isByCookie(headers.cookie, access.token)) {
    return { role: 'control', session: asked };
  }
  const link = links.check(token);
  if (link && (asked === undefined || asked === link.session)) return { role: link.role, session: link.session, link };
  return new BtcpError('unauthorized', 'The request carries no token for this session.', {
    hint: 'Ask for a link to this session, or send the token of the server.',
  });
}
