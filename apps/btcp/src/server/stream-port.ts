import { createServer, type Server } from 'node:http';
import type { LiveEndpoint } from '@btcp/host';
import { servedHosts } from './addresses.js';
import { cannotListen } from './cannot-listen.js';

const HOST = '127.0.0.1';

export async function serveStream(port: number, live: LiveEndpoint, hosts: Set<string>): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(426, { upgrade: 'websocket' }).end());
  server.on('upgrade', (request, socket, head) => {
    const [, query] = (request.url ?? '').split('?');
    request.url = `/browser/stream${query === undefined ? '' : `?${query}`}`;
    live.handleUpgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(HOST, port, cause)));
    server.listen(port, HOST, resolve);
  });
  for (const host of servedHosts(HOST, port)) hosts.add(host);
  return server;
}
