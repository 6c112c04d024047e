import type { WebSocket } from 'ws';
import type { Transport } from '../clients/transport.js';

export function createWebSocketTransport(socket: WebSocket, backlog: number): Transport {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return {
    send(text) {
      // A client that does not read would fill our memory.
      if (socket.bufferedAmount > backlog) socket.terminate();
      else socket.send(text);
    },
    close: (code, reason) => socket.close(code, reason),
    beat() {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    },
  };
}
