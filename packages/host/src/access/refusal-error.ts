import type { AccessRequest, Refusal } from '@btcp/access';
import { BtcpError, LIVE_CLOSE_CODES } from '@btcp/protocol';
import type { AccessOptions } from './access-guard.js';

/** Why a viewer is turned away, with the code that closes its socket: a page cannot read an answer by HTTP. */
export class ViewerRefusal extends BtcpError {
  readonly closeCode: number;

  constructor(closeCode: number, ...[code, message, options]: ConstructorParameters<typeof BtcpError>) {
    super(code, message, options);
    this.closeCode = closeCode;
  }
}

export function originRefused(origin: string | undefined): ViewerRefusal {
  return new ViewerRefusal(
    LIVE_CLOSE_CODES.originRefused,
    'denied',
    'Connection refused: this origin is not allowed.',
    {
      hint: `Start the server with --allow-origin ${origin ?? 'ORIGIN'}.`,
    },
  );
}

const TICKET_REFUSALS = {
  used: 'This ticket was used before.',
  expired: 'This ticket has expired.',
  missing: "A page of another origin needs a ticket, not the server's token.",
};

export function ticketRefused(why: keyof typeof TICKET_REFUSALS): ViewerRefusal {
  return new ViewerRefusal(LIVE_CLOSE_CODES.ticketRefused, 'unauthorized', TICKET_REFUSALS[why], {
    hint: 'Let the server of the page fetch one: POST /sessions/:id/tickets.',
  });
}

export function refusalError(
  reason: Refusal,
  { host = '', origin }: AccessRequest,
  { hosts, publicOrigin }: Pick<AccessOptions, 'hosts' | 'publicOrigin'>,
): BtcpError {
  switch (reason) {
    case 'host':
      return new BtcpError('denied', `This server is not served as "${host}".`, {
        hint: `Use ${publicOrigin ?? ownName(hosts)}. To serve it under this name, start the server with --public-url http://${host}; a proxy forwards the Host header.`,
      });
    case 'origin':
      return new BtcpError('denied', `Pages of ${origin ?? 'other sites'} may not call this server.`, {
        hint: 'Call it from a program, or from the page that it serves itself.',
      });
    case 'caller':
      return new BtcpError('unauthorized', 'The request carries no valid token.', {
        hint: 'Send "Authorization: Bearer TOKEN"; btcp token prints it, and btcp serve --json gives it.',
      });
  }
}

// Nobody can open 0.0.0.0.
function ownName(hosts: ReadonlySet<string>): string | undefined {
  return [...hosts].find((host) => !host.startsWith('0.0.0.0') && !host.startsWith('[::]')) ?? [...hosts][0];
}
