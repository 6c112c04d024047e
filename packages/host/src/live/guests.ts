import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sameSecret } from '@btcp/access';
import { type BtcpError, LIVE_CLOSE_CODES } from '@btcp/protocol';
import type { WebSocket } from 'ws';
import type { Admission } from '../access/admit-viewer.js';
import { closeSocket } from './socket-wire.js';
import type { Viewer } from './viewer.js';

/** A viewer that is connected. */
export interface Guest {
  socket: WebSocket;
  viewer: Viewer;
  admission: Admission;
}

/** Those who watch now, and the names under which they can come back. */
export class Guests {
  readonly #guests = new Map<string, Guest>();
  readonly #secret = randomBytes(32);

  get all(): readonly Guest[] {
    return [...this.#guests.values()];
  }

  /**
   * The id of a newcomer. Who shows the pass of an earlier connection goes on in its place: that one may be dead
   * without a word.
   */
  nameFor(shown: string | null): { id: string; pass: string } {
    const [earlier = ''] = shown?.split('.') ?? [];
    const isReturning = shown !== null && sameSecret(shown, this.#passOf(earlier));
    const before = isReturning ? this.#guests.get(earlier) : undefined;
    if (before) {
      this.#leave(before);
      closeSocket(before.socket, LIVE_CLOSE_CODES.replaced, 'Another window goes on in place of this one.');
    }
    const id = isReturning ? earlier : randomUUID();
    return { id, pass: this.#passOf(id) };
  }

  add(guest: Guest): void {
    this.#guests.set(guest.viewer.id, guest);
    guest.socket.on('close', () => this.#leave(guest));
  }

  /** They are told why, and hold nothing from this moment on, whatever they still send. */
  showOut(guest: Guest, code: number, why: BtcpError): void {
    guest.viewer.dismiss(why);
    this.#leave(guest);
    closeSocket(guest.socket, code, why.message);
  }

  #leave(guest: Guest): void {
    guest.viewer.stop();
    if (this.#guests.get(guest.viewer.id) === guest) this.#guests.delete(guest.viewer.id);
  }

  #passOf(id: string): string {
    return `${id}.${createHmac('sha256', this.#secret).update(id).digest('base64url')}`;
  }
}
