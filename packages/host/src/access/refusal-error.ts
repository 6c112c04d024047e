import type { AccessRequest, Refusal } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';

export function refusalError(
  reason: Refusal,
  { host = '', origin }: AccessRequest,
  hosts: ReadonlySet<string>,
): BtcpError {
  switch (reason) {
    case 'host':
      return new BtcpError('denied', `This server is not served as "${host}".`, { hint: `Use ${[...hosts][0]}.` });
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
