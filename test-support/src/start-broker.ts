import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Broker, type BrokerOptions, createBroker, nodeListener, openAccess } from '@btcp/broker';

export interface RunningBroker extends AsyncDisposable {
  broker: Broker;
  server: Server;
  port: number;
  /** `http://127.0.0.1:PORT`; a client finds `/btcp` itself. */
  http: string;
  /** `ws://127.0.0.1:PORT`. */
  webSocket: string;
  /** As if the machine went down: every connection is cut without a word. */
  kill(): Promise<void>;
}

/** A broker on a loopback port of its own, or on the one of its predecessor. */
export async function startBroker(options: Partial<BrokerOptions> = {}, port = 0): Promise<RunningBroker> {
  const broker = createBroker({ authenticate: openAccess(), ...options });
  const server = createServer(nodeListener(broker));
  server.on('upgrade', (request, socket, head) => {
    if (!broker.handleUpgrade(request, socket, head)) socket.destroy();
  });
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  const kill = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await broker.close();
  };
  return {
    broker,
    server,
    port: actual,
    http: `http://127.0.0.1:${actual}`,
    webSocket: `ws://127.0.0.1:${actual}`,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
