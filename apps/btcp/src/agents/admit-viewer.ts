import type { IncomingMessage } from 'node:http';
import { type AccessOptions, isByCookie, refusalOf, sameToken, tokenOf } from '@btcp/host';
import { BtcpError } from '@btcp/tools';

/** Fails unless a viewer who asks for a WebSocket may come in, by the token of the server or its cookie. */
export function admitViewer({ headers }: IncomingMessage, access: AccessOptions): void {
  const refusal = refusalOf({ host: headers.host ?? '', origin: headers.origin }, access);
  if (refusal) throw refusal;
  if (access.token === null) return;
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  const token = tokenOf(headers.authorization, protocols);
  if (sameToken(token, access.token)) return;
  if (token === '' && headers.origin !== undefined && isByCookie(headers.cookie, access.token)) return;
  throw new BtcpError('unauthorized', 'The request carries no valid token.', {
    hint: 'Open the workspace by the address that btcp serve prints.',
  });
}
