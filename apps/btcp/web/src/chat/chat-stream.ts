import type { ConnectionOptions, ViewerSocket } from '@btcp/viewer';
import type { HostLink } from './host-link.ts';
import { contentOf, ToolSocket } from './tool-socket.ts';

// A sandbox that forbids the connection says so at once; a network that swallows it says nothing.
const MAX_CONNECT_MS = 10_000;

/** No browser is open, and this is what the last one showed. */
export class LastPicture extends Error {
  readonly address: string;

  constructor(address: string) {
    super('No browser is open. This is the last picture.');
    this.address = address;
  }
}

/** Opens the stream by WebSocket, until one did not come about: from then on by calls of tools, which always work. */
export class ChatStream implements ConnectionOptions {
  readonly #host: HostLink;
  readonly #name: string;
  #ticket: string | undefined;
  #byTools: ToolSocket | undefined;
  #isForbidden = false;
  #isSlow = false;
  url = '';

  /** `name` is what other viewers read while this person drives. */
  constructor(host: HostLink, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /** Finds out where the stream is; rejects while there is no browser, with the last picture where that is not shown yet. */
  async find(hasPicture = true): Promise<void> {
    const { stream, ticket, picture } = contentOf(await this.#host.callTool('live_view_ticket', { hasPicture }));
    if (typeof picture === 'string') throw new LastPicture(picture);
    const address = new URL(String(stream));
    address.searchParams.set('name', this.#name);
    this.url = address.href;
    this.#ticket = String(ticket);
  }

  token = async (): Promise<string> => {
    if (this.#isForbidden) return '';
    if (this.#ticket === undefined) await this.find();
    const ticket = this.#ticket ?? '';
    this.#ticket = undefined;
    return ticket;
  };

  openSocket = (address: URL, protocols: string[]): ViewerSocket => {
    if (this.#isForbidden) return this.#openByTools(address);
    try {
      return this.#watch(new WebSocket(address, protocols));
    } catch {
      this.#isForbidden = true;
      return this.#openByTools(address);
    }
  };

  /** Nobody looks, so pictures may come late. */
  setSlow(isSlow: boolean): void {
    this.#isSlow = isSlow;
    if (this.#byTools) this.#byTools.isSlow = isSlow;
  }

  #openByTools(address: URL): ViewerSocket {
    const pass = address.searchParams.get('pass');
    this.#byTools = new ToolSocket(this.#host, { name: this.#name, ...(pass === null ? {} : { pass }) });
    this.#byTools.isSlow = this.#isSlow;
    return this.#byTools;
  }

  #watch(socket: WebSocket): WebSocket {
    const timer = setTimeout(() => socket.close(), MAX_CONNECT_MS);
    let isOpen = false;
    let isClosed = false;
    socket.addEventListener('open', () => {
      isOpen = true;
      clearTimeout(timer);
    });
    socket.addEventListener('close', () => {
      isClosed = true;
      clearTimeout(timer);
      if (!isOpen) this.#isForbidden = true;
    });
    // Chrome reports a connection that the policy of the page forbids as an error, which no close follows.
    socket.addEventListener('error', () => {
      setTimeout(() => isClosed || socket.dispatchEvent(new CloseEvent('close', { code: 1006 })));
    });
    return socket;
  }
}
