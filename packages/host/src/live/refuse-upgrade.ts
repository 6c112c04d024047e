import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type BtcpError, ERROR_CODES, LIVE_CLOSE_CODES, LIVE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from '@btcp/protocol';
import { WebSocketServer } from 'ws';
import { ViewerRefusal } from '../access/refusal-error.js';
import { closeSocket } from './socket-writer.js';

/** Answers a WebSocket request with an error over HTTP. */
export function refuseUpgrade(socket: Duplex, error: BtcpError): void {
  const body = JSON.stringify({ success: false, error });
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${ERROR_CODES[error.code].http} Refused\r\n${headers}\r\n\r\n${body}`);
}

/** Never the token: the answer would repeat it. */
export function chosenProtocol(offered: Set<string>): string | false {
  return [LIVE_SUBPROTOCOL, PLAIN_SUBPROTOCOL].find((name) => offered.has(name)) ?? false;
}

const closing = new WebSocketServer({ noServer: true, handleProtocols: chosenProtocol });

/** Refuses a viewer by closing the opened socket with the reason: a page cannot read an HTTP refusal, and would retry. */
export function refuseViewer(request: IncomingMessage, socket: Duplex, head: Buffer, error: BtcpError): void {
  const code = closeCodeFor(request, error);
  if (code === undefined) refuseUpgrade(socket, error);
  else closing.handleUpgrade(request, socket, head, (webSocket) => closeSocket(webSocket, code, error.message));
}

function closeCodeFor({ headers }: IncomingMessage, error: BtcpError): number | undefined {
  if (headers.origin === undefined) return undefined;
  if (error.code === 'unauthorized') return error instanceof ViewerRefusal ? error.closeCode : LIVE_CLOSE_CODES.expired;
  // Other origins learn no more than that a viewer of ours is refused.
  const isViewer = headers['sec-websocket-protocol']?.split(',').some((name) => name.trim() === LIVE_SUBPROTOCOL);
  return isViewer && error instanceof ViewerRefusal ? error.closeCode : undefined;
}
