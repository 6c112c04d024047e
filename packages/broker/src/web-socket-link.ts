import type { WebSocket } from 'ws';
import type { Link } from './link.js';

export function createWebSocketLink(socket: WebSocket, backlog: number): Link {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return {
    isDurable: false,
    send(text) {
      // A reader that does not read would fill our memory.
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
