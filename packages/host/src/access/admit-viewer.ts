import type { IncomingMessage } from 'node:http';
import { decide, readRequest } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import { type AccessOptions, serverRules } from './access-guard.js';
import type { LinkGrant, LiveLinks } from './live-links.js';
import { refusalError } from './refusal-error.js';

/** What a viewer may see and do. */
export interface Admission {
  role: 'view' | 'control';
  session: string | undefined;
  link?: LinkGrant;
  /** The token of somebody who has signed in, and may sign out. */
  signIn?: string | undefined;
}

/** Decides what a viewer who asks for a WebSocket may see and do, by the server's token, a sign-in or a link; rejects others. */
export async function admitViewer(
  { headers }: IncomingMessage,
  query: URLSearchParams,
  { access, links }: { access: AccessOptions; links: LiveLinks },
): Promise<Admission> {
  const request = readRequest(headers);
  const server = serverRules(access);
  const decision = await decide<'owner' | LinkGrant>(request, {
    ...server,
    callerByToken: async (token) => (await server.callerByToken(token)) ?? links.check(token ?? ''),
  });
  if (!decision.isAllowed && decision.reason !== 'host' && decision.reason !== 'origin') throw noTokenForSession();
  if (!decision.isAllowed) throw refusalError(decision.reason, request, access);
  const session = query.get('sessionId') ?? undefined;
  // The server's token may ask for less, as a server does for viewers who may only watch.
  const role = query.get('role') === 'view' ? 'view' : 'control';
  const { caller: link } = decision;
  if (link === undefined || link === 'owner') return { role, session, signIn: signInOf(request.token, access) };
  if (session !== undefined && session !== link.session) throw noTokenForSession();
  return { role: role === 'view' ? role : link.role, session: link.session, link };
}

function signInOf(token = '', { signIns }: AccessOptions): string | undefined {
  return signIns?.check(token) ? token : undefined;
}

function noTokenForSession(): BtcpError {
  return new BtcpError('unauthorized', 'The request carries no token for this session.', {
    hint: 'Ask for a link to this session, or send the token of the server.',
  });
}
