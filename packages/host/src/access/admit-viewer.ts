import type { IncomingMessage } from 'node:http';
import { type AccessRequest, decide, readRequest } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import { type AccessOptions, serverRules } from './access-guard.js';
import type { LinkGrant, LiveLinks } from './live-links.js';
import { originRefused, refusalError, ticketRefused } from './refusal-error.js';

/** What a viewer may see and do. */
export interface Admission {
  role: 'view' | 'control';
  session: string | undefined;
  link?: LinkGrant;
  /** The token of somebody who has signed in, and may sign out. */
  signIn?: string | undefined;
}

/** Decides what a viewer who asks for a WebSocket may see and do, by the server's token, a sign-in, a link or a ticket; rejects others. */
export async function admitViewer(
  { headers }: IncomingMessage,
  query: URLSearchParams,
  { access, links }: { access: AccessOptions; links: LiveLinks },
): Promise<Admission> {
  const request = readRequest(headers);
  const caller = await callerOf(request, access, links);
  const session = query.get('sessionId') ?? undefined;
  // The server's token may ask for less, as a server does for viewers who may only watch.
  const role = query.get('role') === 'view' ? 'view' : 'control';
  if (caller === undefined || caller === 'owner')
    return { role, session, signIn: await signInOf(request.token, access) };
  if (session !== undefined && session !== caller.session) throw noTokenForSession();
  return { role: role === 'view' ? role : caller.role, session: caller.session, link: caller };
}

type ViewerCaller = 'owner' | LinkGrant;

async function callerOf(request: AccessRequest, access: AccessOptions, links: LiveLinks) {
  const { token = '' } = request;
  const server = serverRules(access);
  const byTicket = async () => links.check((await access.tickets?.take(token)) ?? '');
  const byChatTicket = async () => links.check((await access.chatTickets?.take(token)) ?? '');
  const decision = await decide<ViewerCaller>(request, {
    ...server,
    callerByToken: async () =>
      (await server.callerByToken(token)) ?? (await links.check(token)) ?? (await byTicket()) ?? (await byChatTicket()),
  });
  if (decision.isAllowed) return decision.caller;
  if (decision.reason === 'host') throw refusalError('host', request, access);
  if (decision.reason === 'caller') throw (await refusedTicket(token, access)) ?? noTokenForSession();
  const inChat = await decide<ViewerCaller>(request, {
    ...server,
    origins: [request.origin ?? ''],
    callerByToken: byChatTicket,
  });
  if (inChat.isAllowed) return inChat.caller;
  const spent = await access.chatTickets?.whyRefused(token);
  if (spent) throw ticketRefused(spent);
  // A page of another origin is given a ticket by its own server, and must not have more.
  const embedded = await decide<ViewerCaller>(request, {
    ...server,
    origins: access.viewerOrigins ?? [],
    callerByToken: byTicket,
  });
  if (embedded.isAllowed) return embedded.caller;
  if (embedded.reason === 'origin') throw originRefused(request.origin);
  throw (await refusedTicket(token, access)) ?? ticketRefused('missing');
}

async function refusedTicket(token: string, { tickets, chatTickets }: AccessOptions): Promise<BtcpError | undefined> {
  const why = (await tickets?.whyRefused(token)) ?? (await chatTickets?.whyRefused(token));
  return why && ticketRefused(why);
}

async function signInOf(token = '', { signIns }: AccessOptions): Promise<string | undefined> {
  return (await signIns?.check(token)) ? token : undefined;
}

function noTokenForSession(): BtcpError {
  return new BtcpError('unauthorized', 'The request carries no token for this session.', {
    hint: 'Ask for a link to this session, or send the token of the server.',
  });
}
