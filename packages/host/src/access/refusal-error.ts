import type { AccessRequest, Refusal } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import type { AccessOptions } from './access-guard.js';

export function refusalError(
  reason: Refusal,
  { host = '', origin }: AccessRequest,
  { hosts, publicOrigin }: Pick<AccessOptions, 'hosts' | 'publicOrigin'>,
): BtcpError {
  switch (reason) {
    case 'host':
      return new BtcpError('denied', `This server is not served as "${host}".`, {
        hint: `Use ${publicOrigin ?? [...hosts][0]}; a proxy forwards the Host header, and --public-url names its address.`,
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
