import type { Duplex } from 'node:stream';
import { type BtcpError, ERROR_CODES } from '@btcp/protocol';

/** Answers a request for a WebSocket with an error, as HTTP. */
export function refuseUpgrade(socket: Duplex, error: BtcpError): void {
  const body = JSON.stringify({ success: false, error });
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${ERROR_CODES[error.code].http} Refused\r\n${headers}\r\n\r\n${body}`);
}
