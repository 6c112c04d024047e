import { connect } from 'node:net';
import type { CommandReply, CommandRequest } from './command-request.js';

/** Sends a command to a server. Undefined if nothing listens there; what was sent is never sent twice. */
export function sendCommand(socket: string, request: CommandRequest): Promise<CommandReply | undefined> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    let received = '';
    let isSent = false;
    connection.setEncoding('utf8');
    connection.on('connect', () => {
      isSent = true;
      connection.write(`${JSON.stringify(request)}\n`);
    });
    connection.on('data', (text) => (received += text));
    connection.on('error', () => {});
    connection.on('close', () => {
      if (!isSent) resolve(undefined);
      else if (received.endsWith('\n')) resolve(JSON.parse(received));
      else resolve({ out: '', err: 'The server ended before it answered.\n', code: 1 });
    });
  });
}
