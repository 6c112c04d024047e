import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LinkCodes } from '@btcp/access';
import { accessGuard, errorResponse, LiveEndpoint, linkExchange, nothingHere, OwnBrowsers } from '@btcp/host';
import type { LiveApp } from '@btcp/mcp';
import type { Conversations } from '@btcp/tools';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLiveApp } from './live-app.js';
import { LiveInvitations } from './live-invitations.js';
import { webFiles } from './web-files.js';

/** For a process without a server, such as `btcp mcp`; it listens when a person is first asked. */
export class LiveServer {
  readonly #invitations = new LiveInvitations();
  readonly #chatTickets = new LinkCodes();
  readonly #hosts = new Set<string>();
  // A token that nobody has: links and tickets are the only way in.
  readonly #access = { token: crypto.randomUUID(), hosts: this.#hosts, chatTickets: this.#chatTickets };
  readonly #live: LiveEndpoint;
  readonly #ports: number[] = [];
  #starting: Promise<{ url: string; server: Server }> | undefined;

  constructor(conversations: Conversations) {
    const sessions = new OwnBrowsers(conversations);
    this.#live = new LiveEndpoint({ sessions, access: this.#access, links: this.#invitations.links });
  }

  get ports(): readonly number[] {
    return this.#ports;
  }

  /** The live view inside the chat, which needs no server where it polls. */
  app(opensWith: LiveApp['opensWith']): LiveApp {
    const [live, links, tickets] = [this.#live, this.#invitations.links, this.#chatTickets];
    return createLiveApp({ opensWith, live, links, tickets, address: () => this.#address() });
  }

  async link(conversation: string): Promise<string> {
    return this.#invitations.linkTo(conversation, await this.#address());
  }

  async close(): Promise<void> {
    const started = await this.#starting;
    started?.server.close();
    await this.#live.close();
    started?.server.closeAllConnections();
  }

  async #address(): Promise<string> {
    this.#starting ??= this.#start();
    return (await this.#starting).url;
  }

  async #start() {
    const app = new Hono();
    app.onError(errorResponse);
    app.notFound(nothingHere);
    app.use(accessGuard(this.#access));
    app.route('/', webFiles());
    app.route('/', linkExchange(this.#invitations.codes));
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
    const { port } = server.address() as AddressInfo;
    this.#ports.push(port);
    const host = `127.0.0.1:${port}`;
    this.#hosts.add(host);
    server.on('upgrade', (request, socket, head) => {
      if (!this.#live.handleUpgrade(request, socket, head)) socket.destroy();
    });
    return { url: `http://${host}`, server };
  }
}
