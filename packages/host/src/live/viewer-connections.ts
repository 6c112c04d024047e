import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sameSecret } from '@btcp/access';
import { type BtcpError, LIVE_CLOSE_CODES } from '@btcp/protocol';
import type { Admission } from '../access/admit-viewer.js';
import { closeSocket, type LiveSocket } from './socket-writer.js';
import type { Viewer } from './viewer.js';

export interface ViewerConnection {
  socket: LiveSocket;
  viewer: Viewer;
  admission: Admission;
}

export class ViewerConnections {
  readonly #connections = new Map<string, ViewerConnection>();
  readonly #secret = randomBytes(32);

  get all(): readonly ViewerConnection[] {
    return [...this.#connections.values()];
  }

  identify(pass: string | null): { id: string; pass: string } {
    const [earlier = ''] = pass?.split('.') ?? [];
    const isReturning = pass !== null && sameSecret(pass, this.#passOf(earlier));
    const before = isReturning ? this.#connections.get(earlier) : undefined;
    if (before) {
      this.#remove(before);
      closeSocket(before.socket, LIVE_CLOSE_CODES.replaced, 'Another window has replaced this one.');
    }
    const id = isReturning ? earlier : randomUUID();
    return { id, pass: this.#passOf(id) };
  }

  add(connection: ViewerConnection): void {
    this.#connections.set(connection.viewer.id, connection);
    connection.socket.on('close', () => this.#remove(connection));
  }

  dismiss(connection: ViewerConnection, code: number, why: BtcpError): void {
    connection.viewer.dismiss(why);
    this.#remove(connection);
    closeSocket(connection.socket, code, why.message);
  }

  #remove(connection: ViewerConnection): void {
    connection.viewer.stop();
    if (this.#connections.get(connection.viewer.id) === connection) this.#connections.delete(connection.viewer.id);
  }

  #passOf(id: string): string {
    return `${id}.${createHmac('sha256', this.#secret).update(id).digest('base64url')}`;
  }
}
