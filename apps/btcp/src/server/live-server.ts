import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LinkCodes } from '@btcp/access';
import {
  accessGuard,
  errorResponse,
  LiveEndpoint,
  LiveLinks,
  linkExchange,
  livePageAddress,
  nothingHere,
  OwnBrowsers,
} from '@btcp/host';
import type { Conversations } from '@btcp/tools';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { webFiles } from './web-files.js';

const LINK_LIFETIME_MS = 60 * 60_000;

/** For a process without a server, such as `btcp mcp`; it listens when a person is first asked. */
export class LiveServer {
  readonly #conversations: () => Conversations;
  readonly #links = new LiveLinks();
  readonly #codes = new LinkCodes();
  readonly #ports: number[] = [];
  #starting: Promise<{ url: string; close(): Promise<void> }> | undefined;

  constructor(conversations: () => Conversations) {
    this.#conversations = conversations;
  }

  /** The port that it listens on, if it does. */
  get ports(): readonly number[] {
    return this.#ports;
  }

  async link(conversation: string): Promise<string> {
    this.#starting ??= this.#start();
    const { url } = await this.#starting;
    const { token, expires } = this.#links.make(conversation, 'control', LINK_LIFETIME_MS);
    return livePageAddress(url, conversation, this.#codes.make(token, expires));
  }

  async close(): Promise<void> {
    await (await this.#starting)?.close();
  }

  async #start() {
    const hosts = new Set<string>();
    // A token that nobody has: links are the only way in.
    const access = { token: crypto.randomUUID(), hosts };
    const live = new LiveEndpoint({ sessions: new OwnBrowsers(this.#conversations()), access, links: this.#links });
    const app = new Hono();
    app.onError(errorResponse);
    app.notFound(nothingHere);
    app.use(accessGuard(access));
    app.route('/', webFiles());
    app.route('/', linkExchange(this.#codes));
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
    const { port } = server.address() as AddressInfo;
    this.#ports.push(port);
    const host = `127.0.0.1:${port}`;
    hosts.add(host);
    server.on('upgrade', (request, socket, head) => {
      if (!live.handleUpgrade(request, socket, head)) socket.destroy();
    });
    return {
      url: `http://${host}`,
      async close() {
        server.close();
        await live.close();
        server.closeAllConnections();
      },
    };
  }
}
