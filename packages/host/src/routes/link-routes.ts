import type { LinkCodes } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import { duration, toMilliseconds } from '@btcp/tools';
import { Hono, type HonoRequest } from 'hono';
import { z } from 'zod';
import type { LiveLinks } from '../access/live-links.js';
import { readArguments } from './read-arguments.js';

const NOT_KEPT = { 'cache-control': 'no-store' };

const linkInput = z.strictObject({
  role: z.enum(['view', 'control']).default('view'),
  expiresIn: duration.default('30m'),
});

const ticketInput = z.strictObject({
  role: z.enum(['view', 'control']).default('view'),
  expiresIn: duration.default('1m'),
});

// A ticket is for a page that opens the live view now.
const MAX_TICKET_MS = 10 * 60_000;
// After this the page needs another ticket, which a viewer asks for by itself.
const TICKET_VIEW_MS = 30 * 60_000;

export interface LinkDoors {
  links: LiveLinks;
  codes: LinkCodes;
  tickets: LinkCodes;
  publicUrl?: string | undefined;
}

export function linkRoutes({ links, codes, tickets, publicUrl }: LinkDoors): Hono {
  const routes = new Hono();

  routes.route('/', linkExchange(codes));

  routes.post('/sessions/:sessionId/links', async (context) => {
    const { role, lifetime } = readLink(await readArguments(context.req));
    const sessionId = context.req.param('sessionId');
    const { id, token, expires } = await links.make(sessionId, role, lifetime);
    const address = serverAddress(context.req, publicUrl);
    return context.json({
      success: true,
      id,
      role,
      token,
      expires,
      stream: streamAddress(address, sessionId),
      url: livePageAddress(address, sessionId, await codes.make(token, expires)),
    });
  });

  routes.post('/sessions/:sessionId/tickets', async (context) => {
    const asked = readTicket(await readArguments(context.req));
    const sessionId = context.req.param('sessionId');
    const { id, token } = await links.make(sessionId, asked.role, asked.viewFor);
    const stream = streamAddress(serverAddress(context.req, publicUrl), sessionId);
    return context.json({ success: true, id, ...(await makeTicket(tickets, token, asked)), stream }, 200, NOT_KEPT);
  });

  routes.delete('/sessions/:sessionId/links', async (context) =>
    context.json({ success: true, revoked: await links.revokeAll(context.req.param('sessionId')) }),
  );

  routes.delete('/sessions/:sessionId/links/:id', async (context) => {
    const { sessionId, id } = context.req.param();
    if (!(await links.revoke(sessionId, id))) {
      throw new BtcpError('not_found', `Session ${sessionId} has no such link.`, {
        hint: 'It was revoked or has expired.',
      });
    }
    return context.json({ success: true, revoked: 1 });
  });

  return routes;
}

/** Reads the role of a requested link, and its lifetime in milliseconds. */
export function readLink(input: Record<string, unknown>): { role: 'view' | 'control'; lifetime: number } {
  const parsed = linkInput.safeParse(input);
  if (parsed.success) return { role: parsed.data.role, lifetime: toMilliseconds(parsed.data.expiresIn) };
  throw new BtcpError('invalid_input', 'Wrong arguments for a link.', {
    hint: 'It takes role ("view" or "control") and expiresIn, such as 30m.',
  });
}

/** Reads the role of a requested ticket, and in milliseconds how long it waits for a viewer and how long that one may watch. */
export function readTicket(input: Record<string, unknown>): TicketRequest {
  const parsed = ticketInput.safeParse(input);
  const lifetime = parsed.success ? toMilliseconds(parsed.data.expiresIn) : 0;
  if (parsed.success && lifetime <= MAX_TICKET_MS) return { role: parsed.data.role, lifetime, viewFor: TICKET_VIEW_MS };
  throw new BtcpError('invalid_input', 'Wrong arguments for a ticket.', {
    hint: 'It takes role ("view" or "control") and expiresIn, up to 10m: how long the page has to open the live view.',
  });
}

export interface TicketRequest {
  role: 'view' | 'control';
  lifetime: number;
  viewFor: number;
}

/** Makes a ticket that stands for the token of a link. */
export async function makeTicket(tickets: LinkCodes, token: string, { role, lifetime }: TicketRequest) {
  const expires = tickets.now() + lifetime;
  return { ticket: await tickets.make(token, expires), role, expires };
}

/** Gives the token of a link to the first who shows the code of its address. */
export function linkExchange(codes: LinkCodes): Hono {
  const routes = new Hono();
  routes.post('/live', async (context) => {
    const { code } = await readArguments(context.req);
    const token = typeof code === 'string' ? await codes.take(code) : undefined;
    if (token !== undefined) return context.json({ token }, 200, NOT_KEPT);
    throw new BtcpError('unauthorized', 'The link was already used or has expired.', { hint: 'Ask for another one.' });
  });
  return routes;
}

/** Returns the address of this server for people: the public one, or the one that the request came to. */
export function serverAddress({ url }: HonoRequest, publicUrl: string | undefined): string {
  return publicUrl ?? new URL(url).origin;
}

/** Returns the address of the live view of a session, for viewers by WebSocket. */
export function streamAddress(address: string, sessionId: string): string {
  return `${address.replace(/^http/, 'ws')}/browser/stream?sessionId=${encodeURIComponent(sessionId)}`;
}

/** Returns the address that a person opens, once, with the code in the fragment, which is never sent or logged. */
export function livePageAddress(address: string, sessionId: string, code: string): string {
  return `${address}/live#session=${encodeURIComponent(sessionId)}&code=${code}`;
}

/** Names the public address of the browser, for a server in front of this one. */
export const LIVE_LINK_HEADER = 'btcp-live-link';

export function liveLinkOf(request: HonoRequest): string | undefined {
  const link = request.header(LIVE_LINK_HEADER);
  return link !== undefined && /^https?:\/\//.test(link) && URL.canParse(link) ? link : undefined;
}
