import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy extends AsyncDisposable {
  port: number;
  /** Cuts every connection without a word. */
  cut(): void;
  /** Stops passing bytes on, in both directions; the connections stay open. */
  freeze(): void;
  thaw(): void;
}

/** A network between a client and a port of this machine that can fail on request. */
export async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on('data', (data) => to.write(data));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
