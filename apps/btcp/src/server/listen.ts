import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { isServed, type ServedHosts } from '@btcp/access';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { FleetMember } from '../fleet/fleet-member.js';
import type { TeamDoor } from '../team/team-door.js';
import type { AppServerOptions } from './app-server-options.js';
import { cannotListen } from './cannot-listen.js';
import { fromProxy } from './from-proxy.js';

// Longer than proxies and clients keep an idle connection: one that the server closes meets a request on its way.
const KEEP_ALIVE_MS = 75_000;

export async function listen(
  app: Hono,
  options: AppServerOptions,
  served: ServedHosts,
  member: FleetMember | undefined,
): Promise<Server> {
  const { host, port, publicAddress, isTrustedProxy } = options;
  const serveApp = getRequestListener(app.fetch, { hostname: host });
  const server = createServer((incoming, outgoing) => {
    const serveHere = () => void serveApp(incoming, outgoing);
    const taking = member?.take(incoming, outgoing);
    if (!taking) return serveHere();
    taking.then(
      (isTaken) => isTaken || serveHere(),
      () => outgoing.destroy(),
    );
  });
  server.listen(port, host);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(host, port, cause)));
  });
  const arrive = fromProxy({
    prefix: publicAddress?.prefix ?? '',
    isTrusted: isTrustedProxy ?? (() => false),
    isServed: (name) => isServed(name, served),
  });
  return server.prependListener('request', arrive).prependListener('upgrade', arrive);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

interface UpgradeHandler {
  // False for a path that it does not serve.
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

interface UpgradeParts {
  handlers: readonly UpgradeHandler[];
  team: TeamDoor | undefined;
  member: FleetMember | undefined;
}

/** WebSockets pass the same doors as requests: first those of the fleet, then the team's. */
export function serveUpgrades(server: Server, { handlers, team, member }: UpgradeParts): void {
  server.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => {});
    const serveHere = () => {
      if (!handlers.some((handler) => handler.handleUpgrade(request, socket, head))) socket.destroy();
    };
    if (member?.enterUpgrade(request, socket, serveHere)) return;
    if (team && !(await team.admitUpgrade(request, socket))) return;
    if (!member?.upgrade(request, socket, head)) serveHere();
  });
}
