import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LinkCodes } from '@btcp/access';
import { ChromeEngine } from '@btcp/chrome';
import {
  accessGuard,
  createHostRoutes,
  errorResponse,
  LiveEndpoint,
  LiveLinks,
  livePageAddress,
  OwnBrowsers,
  SingleBrowser,
} from '@btcp/host';
import { aliases, Conversations, type ConversationsOptions, catalogue, createToolSet } from '@btcp/tools';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

export interface LiveHostOptions extends ConversationsOptions {
  token?: string | null;
  ownership?: 'single' | 'per-session';
  messagesPerSecond?: number;
  outputDirectory?: string;
  viewerOrigins?: string[];
}

/** A whole host on loopback, as an app server would put it together. */
export async function startLiveHost(options: LiveHostOptions = {}) {
  const { token = null, ownership, messagesPerSecond, outputDirectory, viewerOrigins, ...rest } = options;
  const links = new LiveLinks();
  const codes = new LinkCodes();
  let url = '';
  const conversations = new Conversations(new ChromeEngine({ isolation: 'context', outputDirectory }), {
    liveLink: async (id) => {
      const { token, expires } = await links.make(id, 'control', 60_000);
      return livePageAddress(url, id, await codes.make(token, expires));
    },
    ...rest,
  });
  const sessions = ownership === 'single' ? new SingleBrowser(conversations) : new OwnBrowsers(conversations);
  const hosts = new Set<string>();
  const tickets = new LinkCodes();
  const access = { token, hosts, tickets, viewerOrigins };
  const live = new LiveEndpoint({ sessions, access, links, messagesPerSecond });
  const app = new Hono();
  app.onError(errorResponse);
  app.use(accessGuard(access));
  app.route(
    '/',
    createHostRoutes({
      tools: createToolSet([...catalogue, ...aliases]),
      conversations,
      sessions,
      links,
      codes,
      tickets,
    }),
  );
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('upgrade', (request, socket, head) => {
    if (!live.handleUpgrade(request, socket, head)) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  url = `http://127.0.0.1:${port}`;

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: response.status, body: (await response.json()) as any };
  };
  return {
    url,
    port,
    stream: `ws://127.0.0.1:${port}/browser/stream`,
    conversations,
    links,
    live,
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    delete: (path: string) => send('DELETE', path),
    async close() {
      server.close();
      await Promise.all([live.close(), conversations.closeAll()]);
      server.closeAllConnections();
    },
  };
}

export type LiveHost = Awaited<ReturnType<typeof startLiveHost>>;
