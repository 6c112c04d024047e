import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from '@btcp/host';
import { addressAt, type ServerAddress } from '../client/server-client.js';
import { hostAway, hostError } from './host-errors.js';

export interface AdmittedViewer {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  query: URLSearchParams;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Raw bytes keep back-pressure: a slow reader slows the sender down. */
export function pipeViewer(
  { request, socket, head, query }: AdmittedViewer,
  server: ServerAddress,
  headers: Record<string, string> = {},
): void {
  if (socket.destroyed) return;
  const url = addressAt(server, `/browser/stream?${query}`);
  const upstream = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    headers: { ...headersFor(request, server), ...headers },
    agent: false,
  });
  const refuse = (cause: Error) => refuseUpgrade(socket, hostAway(server.url, cause));
  const leave = () => upstream.destroy();
  socket.once('close', leave);
  const timer = setTimeout(() => upstream.destroy(new Error('it does not answer')), CONNECT_TIMEOUT_MS);
  upstream.on('close', () => clearTimeout(timer));
  upstream.on('error', refuse);
  upstream.on('response', (response) => {
    hostError(server.url, response, '').then((error) => refuseUpgrade(socket, error), refuse);
  });
  upstream.on('upgrade', (response, there, first) => {
    clearTimeout(timer);
    upstream.off('error', refuse).on('error', () => {});
    socket.off('close', leave);
    if (socket.destroyed) {
      there.destroy();
      return;
    }
    socket.write(headOf(response));
    if (first.length > 0) socket.write(first);
    if (head.length > 0) there.write(head);
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
    there.pipe(socket).pipe(there);
  });
  upstream.end();
}

// Credentials for this server stay here.
function headersFor({ headers: given }: IncomingMessage, { token }: ServerAddress): Record<string, string | string[]> {
  const { host: _host, origin: _origin, cookie: _cookie, authorization: _, ...headers } = given;
  const protocols = given['sec-websocket-protocol']?.split(',').filter((name) => !/^\s*bearer\./.test(name));
  if (protocols && protocols.length > 0) headers['sec-websocket-protocol'] = protocols.join(',');
  else delete headers['sec-websocket-protocol'];
  if (token !== null) Object.assign(headers, { authorization: `Bearer ${token}` });
  return headers as Record<string, string | string[]>;
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
