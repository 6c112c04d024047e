import { connect, type Socket } from 'node:net';
import type { JoinOptions, JoinReply, JoinRequest } from './join-request.js';

/** No server answers: it has not begun to listen, or ends. */
export class NoJoinReply extends Error {}

class JoinRefused extends Error {}

export function openJoin(server: { socket: string; token: string | null }, join: JoinOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.socket);
    socket.once('error', ({ message }) => reject(new NoJoinReply(message)));
    socket.once('close', () => reject(new NoJoinReply('The server closed the connection.')));
    socket.once('connect', () => {
      socket.write(`${JSON.stringify({ token: server.token, join } satisfies JoinRequest)}\n`);
    });
    // The server sends nothing after its answer before it is asked something.
    socket.once('data', (chunk: Buffer) => {
      const reply = read(chunk);
      if (!('joined' in reply)) {
        reject(new JoinRefused(reply.refused));
        socket.destroy();
        return;
      }
      socket.removeAllListeners('error').removeAllListeners('close');
      resolve(socket);
    });
  });
}

function read(chunk: Buffer): JoinReply {
  try {
    const reply: Partial<JoinReply & { refused: string }> = JSON.parse(chunk.toString());
    return 'joined' in reply ? { joined: true } : { refused: reply.refused ?? 'It does not serve MCP there.' };
  } catch {
    return { refused: 'It does not serve MCP there.' };
  }
}
