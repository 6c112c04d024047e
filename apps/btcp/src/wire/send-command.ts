import { connect } from 'node:net';
import type { CommandProgress, CommandReply, CommandRequest } from './command-request.js';

/** Sends a command to a server. Undefined if nothing listens there; what was sent is never sent twice. */
export function sendCommand(
  socket: string,
  request: CommandRequest,
  onProgress: (text: string) => void,
): Promise<CommandReply | undefined> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    let received = '';
    let reply: CommandReply | undefined;
    let isSent = false;
    connection.setEncoding('utf8');
    connection.on('connect', () => {
      isSent = true;
      connection.write(`${JSON.stringify(request)}\n`);
    });
    connection.on('data', (text: string) => {
      if (!text.includes('\n')) {
        received += text;
        return;
      }
      const [unfinished = '', ...whole] = (received + text).split('\n').reverse();
      received = unfinished;
      for (const line of whole.reverse()) {
        const message: CommandReply | CommandProgress = JSON.parse(line);
        if ('progress' in message) onProgress(message.progress);
        else reply = message;
      }
    });
    connection.on('error', () => {});
    connection.on('close', () => {
      if (!isSent) resolve(undefined);
      else resolve(reply ?? { out: '', err: 'The server ended before it answered.\n', code: 1 });
    });
  });
}
